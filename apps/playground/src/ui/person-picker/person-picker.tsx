import { Check, Search } from "lucide-react";
import type { ReactNode } from "react";
import {
  Autocomplete,
  Header,
  Input,
  ListBox,
  ListBoxItem,
  ListBoxSection,
  TextField,
  useFilter,
} from "react-aria-components";
import type { Tone } from "../../text/tones.ts";
import type { Effect, TestPerson } from "./test-people.ts";

interface PersonPickerProps {
  readonly people: readonly TestPerson[];
  /** Last name of the chosen person; empty for none. */
  readonly value: string;
  /** Leaves out the entry for no test person. */
  readonly isRequired?: boolean;
  readonly onChange: (lastName: string) => void;
}

const effects: Readonly<Record<Effect, readonly [title: string, tone: Tone]>> = {
  reject: ["Leads to reject", "bad"],
  refer: ["Leads to refer", "fair"],
  accept: ["Leads to accept", "good"],
  repeat: ["Runs again", "live"],
  fail: ["Fails", "bad"],
  never: ["Never finishes", "live"],
  other: ["Has another effect", "neutral"],
};

const nobody: TestPerson = {
  lastName: "",
  module: undefined,
  effect: "accept",
  words: "No test person: every module has its usual outcome",
};

/** A list of test people, grouped by their effect. If the filter hides the chosen person, the first match is chosen. */
export function PersonPicker({ people, value, isRequired = false, onChange }: PersonPickerProps): ReactNode {
  const { contains } = useFilter({ sensitivity: "base" });
  const groups = (Object.keys(effects) as Effect[]).filter((effect) => people.some((one) => one.effect === effect)); // the keys of `effects`
  const none = isRequired ? [] : [nobody];
  const choose = (filter: string) => {
    const ordered = [...none, ...groups.flatMap((effect) => people.filter((person) => person.effect === effect))];
    const shown = ordered.filter((person) => contains(toText(person), filter));
    const [first] = shown;
    if (first !== undefined && !shown.some(({ lastName }) => lastName === value)) onChange(first.lastName);
  };
  return (
    <div className="overflow-hidden rounded-8 border border-line-strong">
      <Autocomplete filter={contains}>
        <TextField
          aria-label="Filter the test people"
          autoFocus
          className="flex items-center gap-2 border-b border-line px-2.5 text-ink-3 focus-within:shadow-[inset_0_0_0_2px_var(--live)]"
          onChange={choose}
        >
          <Search size={14} aria-hidden />
          <Input
            placeholder="What should happen? For example: reject, never, liveness"
            className="h-8.5 min-w-0 flex-1 border-0 bg-transparent text-ink outline-none placeholder:text-ink-3 narrow:text-16"
          />
        </TextField>
        {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls needs the keyboard. */}
        <section className="h-58 overflow-auto -outline-offset-2" tabIndex={0} aria-label="Test people">
          <ListBox
            aria-label="Test people"
            className="p-1 outline-none"
            selectionMode="single"
            disallowEmptySelection
            selectedKeys={[toKey(value)]}
            onSelectionChange={(keys) => {
              const chosen = [nobody, ...people].find(({ lastName }) => keys !== "all" && keys.has(toKey(lastName)));
              if (chosen !== undefined) onChange(chosen.lastName);
            }}
            renderEmptyState={() => <p className="px-2 py-4 text-center text-ink-2">No test person matches.</p>}
          >
            {none.map((person) => (
              <PersonItem key="" person={person} />
            ))}
            {groups.map((effect) => (
              <ListBoxSection key={effect} id={effect}>
                <Header className="px-2 pt-2.5 pb-0.5 text-12 font-medium text-tone" data-tone={effects[effect][1]}>
                  {effects[effect][0]}
                </Header>
                {people
                  .filter((person) => person.effect === effect)
                  .map((person) => (
                    <PersonItem key={person.lastName} person={person} />
                  ))}
              </ListBoxSection>
            ))}
          </ListBox>
        </section>
      </Autocomplete>
    </div>
  );
}

/** The text that the filter searches. */
const toText = ({ words, lastName, effect }: TestPerson): string => `${words} ${lastName} ${effects[effect][0]}`;

/** Converts a last name to a key, which must not be empty. */
const toKey = (lastName: string): string => `person ${lastName}`;

const personRow =
  "grid cursor-pointer grid-cols-[16px_minmax(0,1fr)_auto] items-baseline gap-x-2 rounded-5 px-2 py-1.5 outline-none data-focused:bg-sunken data-hovered:bg-sunken data-selected:bg-[color-mix(in_srgb,var(--live)_var(--soft),var(--panel))]";

const PersonItem = ({ person }: { readonly person: TestPerson }) => (
  <ListBoxItem id={toKey(person.lastName)} textValue={toText(person)} className={personRow}>
    {({ isSelected }) => (
      <>
        <span className="self-center text-live">{isSelected && <Check size={14} aria-hidden />}</span>
        <span>{person.words}</span>
        <span className="font-mono text-11 text-ink-3 narrow:col-start-2 narrow:wrap-anywhere">{person.lastName}</span>
      </>
    )}
  </ListBoxItem>
);
