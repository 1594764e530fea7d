import { UserRound } from "lucide-react";
import { type ReactNode, useState } from "react";
import { Button } from "../../../ui/button.tsx";
import { Dialog } from "../../../ui/dialog.tsx";
import { PersonPicker } from "../../../ui/person-picker/person-picker.tsx";
import type { TestPerson } from "../../../ui/person-picker/test-people.ts";

interface TestPersonButtonProps {
  readonly people: readonly TestPerson[];
  readonly lastName: string;
  /** Called with the last name of the person; empty for nobody. */
  readonly onChange: (lastName: string) => void;
}

/** Offers the last names that decide the outcomes of modules. */
export function TestPersonButton({ people, lastName, onChange }: TestPersonButtonProps): ReactNode {
  const [isOpen, setOpen] = useState(false);
  const choose = (chosen: string) => {
    setOpen(false);
    onChange(chosen);
  };
  return (
    <>
      <Button variant="quiet" icon={UserRound} onPress={() => setOpen(true)}>
        Test person
      </Button>
      <Dialog title="Choose a test person" isOpen={isOpen} onClose={() => setOpen(false)}>
        <PersonPicker people={people} value={lastName} onChange={choose} />
      </Dialog>
    </>
  );
}
