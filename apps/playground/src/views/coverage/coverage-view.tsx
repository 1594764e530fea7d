import { Download } from "lucide-react";
import { type ReactNode, useState } from "react";
import { useWorld } from "../../api/queries.ts";
import { useTarget } from "../../api/target-provider.tsx";
import { Button } from "../../ui/button.tsx";
import { CopyButton } from "../../ui/copy.tsx";
import { downloadText } from "../../ui/download.ts";
import { notify } from "../../ui/notices.tsx";
import { Page } from "../../ui/page.tsx";
import { Loaded } from "../../ui/states.tsx";
import { CoverageReport } from "./coverage-report.tsx";

/** What the requests of a world covered, and what they did not. */
export function CoverageView({ world }: { readonly world: string }): ReactNode {
  const coverage = useWorld(world, "coverage");
  return (
    <Page
      title="Coverage"
      about="Shows which parts of the service the requests of this world have covered so far."
      actions={<ReportActions world={world} />}
    >
      <Loaded query={coverage} height={640}>
        {(report) => <CoverageReport coverage={report} />}
      </Loaded>
    </Page>
  );
}

function ReportActions({ world }: { readonly world: string }): ReactNode {
  const { target } = useTarget();
  const [isLoading, setIsLoading] = useState(false);
  const read = async (format: "text" | "junit") => {
    const address = `${target.baseUrl}/_sim/worlds/${encodeURIComponent(world)}/coverage?format=${format}`;
    const response = await target.fetch(new Request(address));
    if (!response.ok) throw new Error(`The simulator refused the report (${response.status}).`);
    return response.text();
  };
  const download = async () => {
    setIsLoading(true);
    try {
      downloadText(`coverage-${world}.xml`, await read("junit"), "application/xml");
    } catch (error) {
      notify(error instanceof Error ? error : new Error(String(error)));
    } finally {
      setIsLoading(false);
    }
  };
  return (
    <>
      <CopyButton text={() => read("text")} label="Copy the report as text" variant="secondary">
        Copy as text
      </CopyButton>
      <Button icon={Download} isDisabled={isLoading} onPress={() => void download()}>
        Download JUnit
      </Button>
    </>
  );
}
