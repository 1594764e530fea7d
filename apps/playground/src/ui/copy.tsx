import { Check, Copy } from "lucide-react";
import { type ReactNode, useEffect, useState } from "react";
import { Button } from "./button.tsx";

interface CopyButtonProps {
  /** The text to copy, or a function that creates the text when the button is pressed. */
  readonly text: string | (() => string | Promise<string>);
  /** What the button copies; read by screen readers if there are no children. */
  readonly label: string;
  readonly variant?: "secondary" | "quiet";
  readonly children?: ReactNode;
}

const shownFor = 1_500;

/** Copies a text and shows that it was copied. */
export function CopyButton({ text, label, variant = "quiet", children }: CopyButtonProps): ReactNode {
  const [copied, setCopied] = useState(false);
  useEffect(() => {
    if (!copied) return;
    const timer = setTimeout(() => setCopied(false), shownFor);
    return () => clearTimeout(timer);
  }, [copied]);
  const copy = async () => {
    await navigator.clipboard.writeText(typeof text === "string" ? text : await text());
    setCopied(true);
  };
  return (
    <Button
      variant={variant}
      icon={copied ? Check : Copy}
      {...(children === undefined && { "aria-label": copied ? "Copied" : label })}
      onPress={() => void copy()}
    >
      {children}
    </Button>
  );
}

/** A text, with a button that copies it. */
export function CopyBlock({ text, label }: { readonly text: string; readonly label: string }): ReactNode {
  return (
    <div className="flex max-w-full items-start gap-1 rounded-8 border border-line bg-sunken py-1 pr-1 pl-3 text-left text-ink">
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls needs the keyboard. */}
      <pre tabIndex={0} className="min-w-0 flex-1 overflow-x-auto py-1.5">
        {text}
      </pre>
      <CopyButton text={text} label={label} />
    </div>
  );
}
