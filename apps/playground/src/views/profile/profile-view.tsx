import { isRecord } from "@journey-kit/schemas/calls";
import type { ProfileChange } from "@journey-kit/schemas/control";
import { Download } from "lucide-react";
import type { ReactNode } from "react";
import { useWorld, useWorldChange } from "../../api/queries.ts";
import { parseJson } from "../../text/json.ts";
import { Button } from "../../ui/button.tsx";
import { downloadFile } from "../../ui/download.ts";
import { FileButton } from "../../ui/file-button.tsx";
import { notify } from "../../ui/notices.tsx";
import { Page } from "../../ui/page.tsx";
import { Loaded, Problem } from "../../ui/states.tsx";
import { GapList } from "./gap-list.tsx";
import { LimitsPanel } from "./limits-panel.tsx";
import { PresetPanel } from "./preset-panel.tsx";
import { toProfileChange } from "./readings.ts";

interface ProfileViewProps {
  readonly world: string;
  /** Id of the gap to open. */
  readonly gap?: string | undefined;
}

/** The reading of every gap in a world. */
export function ProfileView({ world, gap }: ProfileViewProps): ReactNode {
  const profile = useWorld(world, "profile");
  const replace = useWorldChange(world, (of, change: ProfileChange) => of.profile.set(change));
  const open = (text: string) => {
    const file = parseJson(text);
    if (!isRecord(file)) return notify("The file is not a profile: it is not a JSON object.");
    replace.mutate(file, { onSuccess: () => notify("Applied the profile.") });
  };
  return (
    <Page
      title="Profile"
      about="The specification leaves questions open. A profile has one answer, a reading, for each of these gaps."
      actions={
        <>
          <FileButton onOpen={({ text }) => open(text)}>Open a file</FileButton>
          <Button
            icon={Download}
            isDisabled={profile.data === undefined}
            onPress={() =>
              profile.data &&
              downloadFile(`${world}-profile.json`, "ProfileFile", toProfileChange(profile.data.readings))
            }
          >
            Save as a file
          </Button>
        </>
      }
    >
      {replace.error !== null && <Problem error={replace.error} />}
      <Loaded query={profile} height={640}>
        {({ readings }) => (
          <div className="grid grid-cols-1 items-start gap-3.5 min-[1001px]:grid-cols-[minmax(0,1fr)_minmax(280px,330px)]">
            <GapList world={world} readings={readings} gap={gap} />
            <div className="grid gap-3.5 max-[1000px]:-order-1 min-[1001px]:sticky min-[1001px]:top-[66px]">
              <PresetPanel world={world} readings={readings} />
              <LimitsPanel world={world} />
            </div>
          </div>
        )}
      </Loaded>
    </Page>
  );
}
