import type { SampleImages } from "./sample.ts";

const width = 320;
const height = 202;
let drawn: SampleImages | undefined;

/** Draws the sample images once: both sides of a document, and a face. They are marked as samples. */
export function sampleImages(): SampleImages {
  drawn ??= { front: toBase64(drawFront), back: toBase64(drawBack), face: toBase64(drawFace) };
  return drawn;
}

type Draw = (pen: CanvasRenderingContext2D) => void;

function toBase64(draw: Draw): string {
  const canvas = document.createElement("canvas");
  canvas.width = width;
  canvas.height = height;
  const pen = canvas.getContext("2d");
  if (pen === null) return "";
  draw(pen);
  drawMark(pen);
  return canvas.toDataURL("image/jpeg", 0.72).replace(/^data:.*?,/, "");
}

const drawFront: Draw = (pen) => {
  fill(pen, "#dfe9f5", 0, 0, width, height);
  fill(pen, "#1d4f91", 0, 0, width, 34);
  write(pen, "IDENTITY CARD", 14, 23, 15, "#ffffff");
  fill(pen, "#c2d3e8", 14, 48, 92, 118);
  drawPerson(pen, 60, 92, 0.62);
  const lines = ["LOVELACE", "ADA", "10 DEC 1985", "GBR", "SP 900 123 456"];
  lines.forEach((line, i) => void write(pen, line, 122, 64 + i * 25, 14, "#1b2733"));
  write(pen, "I<GBRLOVELACE<<ADA<<<<<<<<<<<<<<", 14, 190, 11, "#3d4c5c");
};

const drawBack: Draw = (pen) => {
  fill(pen, "#e6e9ee", 0, 0, width, height);
  fill(pen, "#22262c", 0, 20, width, 36);
  for (let x = 16; x < 300; x += 6) fill(pen, "#39424d", x, 76, (x * 7) % 5 === 0 ? 4 : 2, 54);
  write(pen, "SP900123456<<<<<<<<<<<<<<<<<<<<<", 14, 164, 11, "#3d4c5c");
  write(pen, "8512100F3112311GBR<<<<<<<<<<<<<4", 14, 184, 11, "#3d4c5c");
};

const drawFace: Draw = (pen) => {
  fill(pen, "#e9e1d6", 0, 0, width, height);
  drawPerson(pen, width / 2, 84, 1.1);
};

function drawPerson(pen: CanvasRenderingContext2D, x: number, y: number, scale: number): void {
  const round = (colour: string, dy: number, rx: number, ry: number, dx = 0) => {
    pen.fillStyle = colour;
    pen.beginPath();
    pen.ellipse(x + dx * scale, y + dy * scale, rx * scale, ry * scale, 0, 0, 2 * Math.PI);
    pen.fill();
  };
  round("#2d4a6d", 112, 74, 54);
  round("#4a3226", -6, 44, 50);
  round("#d9a987", 66, 16, 24);
  round("#e6ba98", 4, 34, 44);
  round("#2b2320", -4, 4, 4, -13);
  round("#2b2320", -4, 4, 4, 13);
  round("#b5654f", 26, 11, 3);
}

/** Writes "SAMPLE" across an image, so that nobody takes it for real. */
function drawMark(pen: CanvasRenderingContext2D): void {
  pen.save();
  pen.translate(width / 2, height / 2);
  pen.rotate(-0.42);
  pen.font = "700 58px sans-serif";
  pen.textAlign = "center";
  pen.fillStyle = "rgb(176 32 26 / 34%)";
  pen.fillText("SAMPLE", 0, 20);
  pen.restore();
}

function fill(pen: CanvasRenderingContext2D, colour: string, x: number, y: number, w: number, h: number): void {
  pen.fillStyle = colour;
  pen.fillRect(x, y, w, h);
}

function write(pen: CanvasRenderingContext2D, text: string, x: number, y: number, size: number, colour: string): void {
  pen.font = `600 ${size}px ui-monospace, monospace`;
  pen.fillStyle = colour;
  pen.fillText(text, x, y);
}
