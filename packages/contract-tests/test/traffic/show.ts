import { drawTraffic } from "./draw-traffic.ts";
const [seed, from, to, gaps] = [Number(process.argv[2]), Number(process.argv[3]), Number(process.argv[4]), (process.argv[5] ?? "").split(",")];
const d = await drawTraffic(seed);
console.log(d.journeys.join("; "));
for (const g of gaps) console.log(g, (d.profile as Record<string, string>)[g]);
const id = (e: any) => /"instanceId":"([^"]+)"/.exec(e.requestBody ?? "")?.[1] ?? /"instanceId":"([^"]+)"/.exec(e.responseBody ?? "")?.[1];
const center = d.exchanges.find((e) => e.sequence === to)!;
for (const e of d.exchanges) if (e.sequence >= from && e.sequence <= to && (id(e) === id(center) || process.argv[6] === "all")) {
  for (const a of d.actions) if (a.after === e.sequence - 1) console.log("   ACTION", JSON.stringify(a));
  console.log(e.sequence, new Date(e.startedAt).toISOString().slice(11), e.url.replace("https://service.example",""), e.requestBody?.replace(/[A-Za-z0-9+/=]{60,}/g, "IMG").slice(0,300), "->", e.status, e.responseBody?.slice(0, Number(process.argv[7] ?? 600)));
}
for (const r of d.setup.scenario.rules) if (process.argv[8] && String(r.when.ordinal) === process.argv[8]) console.log(JSON.stringify(r));
