import { AuthError } from "@journey-kit/client";
import type { PublishedJourney } from "@journey-kit/schemas/control";
import { useMutation } from "@tanstack/react-query";
import { Play } from "lucide-react";
import { type ReactNode, type SyntheticEvent, useEffect, useRef, useState } from "react";
import { useLocation } from "wouter";
import { useJourneys } from "../../api/queries.ts";
import { useService } from "../../api/service.ts";
import { useTarget } from "../../api/target-provider.tsx";
import { shortcuts } from "../../commands/shortcuts.ts";
import { paths } from "../../paths.ts";
import { Button } from "../../ui/button.tsx";
import { CredentialFields, type CredentialValues, noCredentials, toCredentials } from "../../ui/credential-fields.tsx";
import { Dialog } from "../../ui/dialog.tsx";
import { Loaded, Problem } from "../../ui/states.tsx";
import { JourneyFields } from "./journey-fields.tsx";
import { OutcomeFields } from "./outcome-fields.tsx";
import styles from "./start-dialog.module.css";
import { createForm, findJourney, fitForm, reopenForm, type StartForm, toChoice } from "./start-form.ts";
import { resourceIdOf, startJourney } from "./start-request.ts";

interface StartDialogProps {
  readonly world: string;
  /** The form of the last start, if there was one. */
  readonly last: StartForm | undefined;
  readonly onStart: (form: StartForm) => void;
  readonly onClose: () => void;
}

/** Starts a journey as an API client, then shows the forms for its data or the new instance. */
export function StartDialog({ world, last, onStart, onClose }: StartDialogProps): ReactNode {
  const [form, setForm] = useState<StartForm>(() => (last === undefined ? createForm(world) : reopenForm(last, world)));
  const journeys = useJourneys();
  return (
    <Dialog title="Start a journey" isOpen onClose={onClose}>
      <Loaded query={journeys} height={420}>
        {({ journeys: published }) => {
          const journey = findJourney(published, form);
          if (journey === undefined) return <p>This simulator publishes no journey.</p>;
          const change = (part: Partial<StartForm>) => setForm((current) => ({ ...current, ...part }));
          return <StartFields {...{ form, journey, published, onStart, onClose }} onChange={change} />;
        }}
      </Loaded>
    </Dialog>
  );
}

interface StartFieldsProps extends Pick<StartDialogProps, "onStart" | "onClose"> {
  readonly form: StartForm;
  readonly journey: PublishedJourney;
  readonly published: readonly PublishedJourney[];
  readonly onChange: (change: Partial<StartForm>) => void;
}

function StartFields({ form, journey, published, onChange, onStart, onClose }: StartFieldsProps): ReactNode {
  const [credentials, setCredentials] = useState<CredentialValues>(noCredentials);
  const start = useStartMutation(form.world);
  const fitted = fitForm(form, journey);
  const isRefused = start.error instanceof AuthError;
  const submit = () => {
    if (start.isPending) return;
    const onSuccess = () => {
      onStart(form);
      onClose();
    };
    start.mutate({ form: fitted, journey, credentials: isRefused ? credentials : noCredentials }, { onSuccess });
  };
  useSubmitKey(submit);
  const onSubmit = (event: SyntheticEvent) => {
    event.preventDefault();
    submit();
  };
  return (
    <form className={styles.form} onSubmit={onSubmit}>
      <JourneyFields form={fitted} journey={journey} published={published} onChange={onChange} />
      <OutcomeFields form={fitted} journey={journey} onChange={onChange} />
      {start.error !== null && <Problem error={start.error} />}
      {isRefused && <CredentialFields values={credentials} onChange={setCredentials} />}
      <footer className={styles.footer}>
        <code className={styles.resource}>{resourceIdOf({ ...fitted, journey })}</code>
        <Button onPress={onClose}>Cancel</Button>
        <Button
          variant="primary"
          icon={Play}
          type="submit"
          shortcut={shortcuts.submitDialog}
          isDisabled={start.isPending}
        >
          {start.isPending ? "Starting…" : "Start"}
        </Button>
      </footer>
    </form>
  );
}

/** Submits with ⌘Enter or Ctrl+Enter wherever the focus is. Plain Enter has other uses in fields and lists. */
function useSubmitKey(submit: () => void): void {
  const latest = useRef(submit);
  latest.current = submit;
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => {
      if (event.key !== "Enter" || !(event.metaKey || event.ctrlKey)) return;
      event.preventDefault();
      event.stopPropagation();
      latest.current();
    };
    document.addEventListener("keydown", onKeyDown, true);
    return () => document.removeEventListener("keydown", onKeyDown, true);
  }, []);
}

interface StartInput {
  readonly form: StartForm;
  readonly journey: PublishedJourney;
  readonly credentials: CredentialValues;
}

/**
 * Starts the journey that a form describes, then shows the instance, or its forms if the instance waits for data
 * through the API.
 */
function useStartMutation(world: string) {
  const { target } = useTarget();
  const service = useService(world);
  const [, navigate] = useLocation();
  return useMutation({
    mutationFn: async ({ form, journey, credentials }: StartInput) => {
      if (credentials.clientSecret !== "") service.setCredentials(toCredentials(credentials));
      const id = await startJourney(service.client(form.region), toChoice(form, journey));
      const { phase, delivery } = await target.control.world(world).instance(id).explain();
      return phase === "collecting" && delivery === "api" ? paths.walk(world, id) : paths.instance(world, id);
    },
    onSuccess: (path) => navigate(path),
  });
}
