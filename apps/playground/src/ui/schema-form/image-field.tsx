import { Image, Trash2, Upload } from "lucide-react";
import type { ReactNode } from "react";
import { FileTrigger } from "react-aria-components";
import { Button } from "../button.tsx";
import type { Scalar } from "./field.ts";

interface ImageFieldProps {
  readonly field: Scalar;
  readonly value: unknown;
  /** `undefined` removes the image. */
  readonly onChange: (value: string | undefined) => void;
  /** The sample image for this field, as base64. */
  readonly sample: string | undefined;
  readonly problem: string | undefined;
}

/** An image: the sample, or a file that the user chooses. The subject stores it as base64. Spec 2.8. */
export function ImageField({ field, value, onChange, sample, problem }: ImageFieldProps): ReactNode {
  const image = typeof value === "string" ? value : "";
  const take = async (files: FileList | null) => {
    const file = files?.item(0);
    if (file) onChange(await toBase64(file));
  };
  return (
    <fieldset className="m-0 flex min-w-0 items-start gap-3 border-0 p-0" aria-label={field.label}>
      <div className="grid h-19 w-29 flex-none place-items-center overflow-hidden rounded-8 border border-dashed border-line-strong bg-sunken text-ink-3">
        {image === "" ? (
          <Image size={20} aria-hidden />
        ) : (
          <img className="size-full object-cover" src={toDataUrl(image)} alt={`${field.label}, preview`} />
        )}
      </div>
      <div className="grid min-w-0 gap-1">
        <span className="font-medium">
          {field.label} {field.isRequired && <span className="text-11 font-normal text-ink-3">required</span>}
        </span>
        <span className="text-12 text-ink-3">{image === "" ? field.hint : `${toSize(image)} as base64`}</span>
        <span className="flex flex-wrap gap-1.5">
          {sample !== undefined && image === "" && <Button onPress={() => onChange(sample)}>Use the sample</Button>}
          <FileTrigger acceptedFileTypes={["image/*"]} onSelect={(files) => void take(files)}>
            <Button icon={Upload}>Upload</Button>
          </FileTrigger>
          {image !== "" && (
            <Button
              variant="quiet"
              icon={Trash2}
              aria-label={`Remove: ${field.label}`}
              onPress={() => onChange(undefined)}
            />
          )}
        </span>
        {problem !== undefined && <span className="text-12 text-bad">{problem}</span>}
      </div>
    </fieldset>
  );
}

async function toBase64(file: File): Promise<string> {
  const bytes = new Uint8Array(await file.arrayBuffer());
  let binary = "";
  for (const byte of bytes) binary += String.fromCharCode(byte);
  return btoa(binary);
}

/** Base64 of the first bytes of each format. */
const formats = { "/9j/": "jpeg", iVBOR: "png", R0lGO: "gif", UklGR: "webp" } as const;

function toDataUrl(image: string): string {
  if (image.startsWith("data:")) return image;
  const format = Object.entries(formats).find(([start]) => image.startsWith(start))?.[1] ?? "jpeg";
  return `data:image/${format};base64,${image}`;
}

const toSize = (text: string): string =>
  text.length < 1_024 ? `${text.length} B` : `${Math.round(text.length / 1_024)} KB`;
