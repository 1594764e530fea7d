import { createLearner } from "../../src/traffic/learner.ts";
import { gapOf, type Profile } from "@journey-kit/schemas/tables";
import { drawTraffic } from "./draw-traffic.ts";
import { findDifferences } from "./replay.ts";
const diffOf = ({ sequence, recorded: a, replayed: b }: { sequence: number; recorded: string; replayed: string }) => {
  let i = 0; while (a[i] === b[i] && i < a.length) i++;
  return `#${sequence} …${a.slice(Math.max(0, i - 120), i)}[[${a.slice(i, i + 160)}]] vs [[${b.slice(i, i + 160)}]]`;
};
const [from, to] = [Number(process.argv[2] ?? 1), Number(process.argv[3] ?? 5)];
let n = 0, ms = 0, touched = 0, narrowed = 0, wrong = 0, diffs = 0, div = 0;
for (let seed = from; seed <= to; seed++) {
  try {
    const d = await drawTraffic(seed);
    const t0 = process.cpuUsage();
    const l = createLearner();
    for (const e of d.exchanges) l.add(e);
    const r = await l.learn();
    const used = process.cpuUsage(t0); const took = (used.user + used.system) / 1000;
    n += d.exchanges.length; ms += took;
    const bad = r.gaps.filter((g) => g.ruledOut.includes(d.profile[g.gap]));
    const t = r.gaps.filter((g) => g.isTouched);
    const nar = t.filter((g) => g.possible.length < Object.keys(gapOf(g.gap).options).length);
    touched += t.length; narrowed += nar.length; wrong += bad.length; div += r.divergences.length;
    let df = "";
    if (process.argv[4] === "replay") {
      const differences = await findDifferences(d, l.profile());
      diffs += differences.length;
      df = `differences ${differences.length}` + (differences[0] ? "\n    " + diffOf(differences[0]) : "");
    }
    console.log(`seed ${seed}: ${d.exchanges.length} exchanges ${Math.round(took)} ms, faulty ${d.isFaulty}, touched ${t.length} narrowed ${nar.length}, wrong ${bad.length}, divergences ${r.divergences.length}, unjudged ${r.unjudged.length} ${df}`);
    for (const g of bad) console.log(`   WRONG ${g.gap}: truth ${d.profile[g.gap]} ruled out; ${g.status} ${g.possible.join("|")}; ${g.evidence.slice(0,3).join("; ")}`);
    for (const v of r.divergences.slice(0, 4)) console.log(`   DIV ${v.kind} ${v.endpoint} ${v.place}: ${v.expected} / ${v.received} @${v.exchanges.slice(0, 5)} [${v.basis.slice(0, 6)}]`);
  } catch (error) {
    console.log(`seed ${seed}: THROWS ${(error as Error).stack}`);
  }
}
console.log(`total ${n} exchanges, ${Math.round(n / ms * 1000)} per second; touched ${touched}, narrowed ${narrowed} (${Math.round(100 * narrowed / touched)} %), wrong ${wrong}, divergences ${div}, differences ${diffs}`);
