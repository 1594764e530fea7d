import { AuthError } from "@journey-kit/client";
import type { PublishedJourney } from "@journey-kit/schemas/control";
import { useMutation } from "@tanstack/react-query";
import { Play } from "lucide-react";
import { type ReactNode, type SyntheticEvent, useState } from "react";
import { useLocation } from "wouter";
import { useJourneys } from "../../api/queries.ts";
import { useTarget } from "../../api/target-provider.tsx";
import { Button } from "../../ui/button.tsx";
import { CredentialFields, noCredentials, toCredentials } from "../../ui/credential-fields.tsx";
import { Dialog } from "../../ui/dialog.tsx";
import { Loaded, Problem } from "../../ui/states.tsx";
import { MoreFields } from "./more-fields.tsx";
import { QuickStartCards } from "./quick-start-cards.tsx";
import type { QuickStart } from "./quick-starts.ts";
import { createForm, findJourney, fitForm, reopenForm, type StartForm } from "./start-form.ts";
import { runStart } from "./start-run.ts";

/** A quick start that failed before the dialog opened. */
export interface FailedStart {
  readonly quick: QuickStart;
  readonly error: Error;
}

interface StartDialogProps {
  readonly world: string;
  /** The form of the last start, if there was one. */
  readonly last: StartForm | undefined;
  readonly failed?: FailedStart;
  readonly onStart: (form: StartForm) => void;
  readonly onClose: () => void;
}

/** Starts a journey as an API client, then shows the forms for its data or the new instance. */
export function StartDialog({ world, last, ...props }: StartDialogProps): ReactNode {
  const [form, setForm] = useState<StartForm>(() => (last === undefined ? createForm(world) : reopenForm(last, world)));
  const change = (part: Partial<StartForm>) => setForm((current) => ({ ...current, ...part }));
  return (
    <Dialog title="Start a journey" isOpen onClose={props.onClose}>
      <Loaded query={useJourneys()} height={240}>
        {({ journeys: published }) => {
          const journey = findJourney(published, form);
          if (journey === undefined) return <p>This simulator has no journeys.</p>;
          return <Choices {...props} form={fitForm(form, journey)} {...{ journey, published }} onChange={change} />;
        }}
      </Loaded>
    </Dialog>
  );
}

interface ChoicesProps extends Omit<StartDialogProps, "world" | "last"> {
  readonly form: StartForm;
  readonly journey: PublishedJourney;
  readonly published: readonly PublishedJourney[];
  readonly onChange: (change: Partial<StartForm>) => void;
}

function Choices({ form, journey, published, failed, onChange, onStart, onClose }: ChoicesProps): ReactNode {
  const { target } = useTarget();
  const [, navigate] = useLocation();
  const [credentials, setCredentials] = useState(noCredentials);
  const start = useMutation({
    mutationFn: (quick: QuickStart | undefined) => {
      const own = credentials.clientSecret === "" ? {} : { credentials: toCredentials(credentials) };
      return runStart({ target, form, quick, published, ...own });
    },
    onSuccess: (path) => {
      onStart(form);
      onClose();
      navigate(path);
    },
  });
  const error = start.isIdle ? failed?.error : start.error;
  const repeat = (event: SyntheticEvent) => {
    event.preventDefault();
    start.mutate(start.isIdle ? failed?.quick : start.variables);
  };
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-4">
      <QuickStartCards onChoose={start.mutate} isDisabled={start.isPending} hasFocus />
      <MoreFields
        {...{ form, journey, published, onChange }}
        isPending={start.isPending}
        onStart={() => start.mutate(undefined)}
      />
      {error && <Problem error={error} />}
      {error instanceof AuthError && (
        <form className="grid justify-items-start gap-3" onSubmit={repeat}>
          <CredentialFields values={credentials} onChange={setCredentials} />
          <Button variant="primary" icon={Play} type="submit" isDisabled={start.isPending}>
            Start with this secret
          </Button>
        </form>
      )}
    </div>
  );
}
