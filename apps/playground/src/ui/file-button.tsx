import { Upload } from "lucide-react";
import type { ReactNode } from "react";
import { FileTrigger } from "react-aria-components";
import { Button } from "./button.tsx";

interface FileButtonProps {
  readonly children: ReactNode;
  readonly onOpen: (file: { readonly name: string; readonly text: string }) => void;
}

/** A button that lets the user choose a JSON file and reads it as text. */
export function FileButton({ children, onOpen }: FileButtonProps): ReactNode {
  const read = async (files: FileList | null) => {
    const file = files?.[0];
    if (file !== undefined) onOpen({ name: file.name, text: await file.text() });
  };
  return (
    <FileTrigger acceptedFileTypes={[".json", "application/json"]} onSelect={(files) => void read(files)}>
      <Button icon={Upload}>{children}</Button>
    </FileTrigger>
  );
}
