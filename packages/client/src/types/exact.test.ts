import { readFileSync } from "node:fs";
import { Subject } from "@journey-kit/schemas";
import type { ElementName } from "@journey-kit/schemas/calls";
import type { endpoints } from "@journey-kit/schemas/endpoints";
import { expect, expectTypeOf, test } from "vitest";
import { createTestClient, pixel } from "../../test/journey.ts";
import type { Answer } from "../call/call.ts";
import type { MethodName, RequestOf, ResponseOf, V1, V2 } from "../call/methods.ts";
import type { ClientOptions } from "../client.ts";
import type { Collect } from "../run/collect.ts";
import { placeElement } from "../run/place.ts";
import type { JourneyOptions } from "../run/v2.ts";
import type { ElementAnswer, ElementAnswers, ElementValues } from "./elements.ts";
import type { Exact } from "./exact.ts";
import type { Advice, TaskSchema } from "./shared.ts";
import type { IdentityInput, SubjectInput } from "./subject.ts";
import type {
  FetchInteractionResponse,
  FetchStateResponse,
  ProcessingInteraction,
  StartJourneyContext,
  StartJourneyRequest,
  Step,
  SubmitInteractionRequest,
} from "./v2.ts";

type Endpoints = typeof endpoints;

declare const v1: V1;
declare const v2: V2;
/** Type-checks a function without calling it. */
const never = (_: (...given: never[]) => unknown) => {};

const resourceId = "age-check@latest";
const config = { delivery: "api" } as const;

test("every request and response type has exactly the members of its schema (spec 4.2, 4.3)", () => {
  type Requests = { [Name in MethodName]: RequestOf<Name> };
  type Responses = { [Name in MethodName]: ResponseOf<Name> };
  type ExactRequests = { [Name in MethodName]: Exact<Endpoints[Name]["request"]["_zod"]["input"]> };
  type ExactResponses = { [Name in MethodName]: Exact<Endpoints[Name]["response"]["_zod"]["output"]> };
  expectTypeOf<Requests>().toExtend<ExactRequests>();
  // The service accepts any `filterKeys` if it ignores them (gap `v1-state-data`); the client sends a list of strings.
  expectTypeOf<Omit<ExactRequests, "v1.fetchState">>().toExtend<Omit<Requests, "v1.fetchState">>();
  expectTypeOf<Responses>().toExtend<ExactResponses>();
  expectTypeOf<ExactResponses>().toExtend<Responses>();
});

test("the index exports a request type and a response type for each method (spec 4.2, 4.3)", () => {
  const index = readFileSync(new URL("../index.ts", import.meta.url), "utf8");
  const { v1, v2 } = createTestClient();
  const capital = (name: string) => name.replace(/^./, (first) => first.toUpperCase());
  const names = [...Object.keys(v1).map((name) => `V1${capital(name)}`), ...Object.keys(v2).map(capital)];
  expect(names).toEqual(expect.arrayContaining(["StartJourney", "V1UpdateTask"]));
  for (const name of names) for (const side of ["Request", "Response"]) expect(index).toContain(`  ${name}${side},\n`);
});

test("a request with an unknown member does not compile (gap `extra-members`)", () => {
  // @ts-expect-error a misspelt member of an object
  const name: SubjectInput = { identity: { frstName: "Ada" } };
  // @ts-expect-error a misspelt member of a list
  const document: SubjectInput = { documents: [{ sideOneImage: pixel }] };
  // @ts-expect-error a misspelt option
  const assisted: StartJourneyContext = { config: { ...config, asisted: true }, subject: {} };
  // @ts-expect-error v2 has no `async` (spec 2.7)
  const async: StartJourneyContext = { config: { ...config, async: true }, subject: {} };
  // @ts-expect-error v2 has no `filterKeys`
  never(() => v2.fetchState({ instanceId: "i", filterKeys: [] }));
  // @ts-expect-error documents belong in the subject (spec 4.2, rule 4)
  never(() => v2.submitInteraction({ instanceId: "i", interactionId: "i", participants: [], documents: [] }));
  never(() => v1.startJourney({ resourceId, context: { config: { async: true } } }));
  expect([name, document, assisted, async]).toHaveLength(4);
});

test("a literal value that the specification does not list does not compile (spec 2.7, 2.10)", () => {
  // @ts-expect-error neither `api` nor `page`
  never(() => v2.startJourney({ resourceId, context: { config: { delivery: "app" }, subject: {} } }));
  // @ts-expect-error only `Complete` is specified
  never(() => v1.updateTask({ intent: "complete", instanceId: "i", taskId: "t", context: {} }));
  // @ts-expect-error a status that does not exist
  never(async () => (await v2.fetchState({ instanceId: "i" })).status === "Complete");
});

test("a request without a member that the server requires does not compile (spec 2.7, 2.9; gap `start-subject-omitted`)", () => {
  // @ts-expect-error v2 requires a subject, even an empty one
  never(() => v2.startJourney({ resourceId, context: { config } }));
  // @ts-expect-error v2 requires a delivery
  never(() => v2.startJourney({ resourceId, context: { config: {}, subject: {} } }));
  // @ts-expect-error a submit requires its interaction
  never(() => v2.submitInteraction({ instanceId: "i", participants: [] }));
  // @ts-expect-error a submit requires its participants (gap `participants-omitted`)
  never(() => v2.submitInteraction({ instanceId: "i", interactionId: "i" }));
  never(() => v1.startJourney({ resourceId })); // v1 requires neither context nor subject
});

test("a response type has only the members of its schema (spec 4.2)", () => {
  type State = Awaited<ReturnType<V2["fetchState"]>>;
  expectTypeOf<State>().toEqualTypeOf<FetchStateResponse>();
  expectTypeOf<string>().not.toExtend<keyof State>();
  expectTypeOf<string>().not.toExtend<keyof FetchInteractionResponse>();
  // @ts-expect-error a misspelt member
  never((state: State) => state.sttus);
  // @ts-expect-error a misspelt member of a nested object
  never((state: State) => state.context.proces);
  // @ts-expect-error responses are read-only
  never((state: State) => state.context.process.steps?.push());
});

type NameIn<T> = keyof { [Name in keyof T as string extends Name ? never : Name]: 1 } & string;

/** The paths in a type at which any member can be read. */
type OpenIn<T, Path extends string> = unknown extends T
  ? never
  : T extends readonly (infer Entry)[]
    ? OpenIn<Entry, `${Path}[]`>
    : T extends object
      ?
          | (string extends keyof T ? Path : never)
          | { [Name in NameIn<T>]-?: OpenIn<T[Name], `${Path}.${Name}`> }[NameIn<T>]
      : never;

test("only maps, and members that the specification leaves open, have an index signature (spec 2.2, 2.4, 4.2, 9)", () => {
  type Open = { [Name in MethodName]: OpenIn<ResponseOf<Name>, Name> }[MethodName];
  type Advised = `${"context.process." | ""}steps[]` | `${"context.process." | "context." | ""}result`;
  type FreeForm = "v1.fetchState.data" | "v2.fetchState.data"; // spec 2.2
  type Scored = `v2.fetchState.${Advised}.advice` | "v2.fetchInteraction.result.advice"; // spec 4.2; gap advice-members
  type JsonSchema = "v1.fetchTaskSchema"; // spec 2.4
  type ByVariant = `v1.fetchState.data.${"" | "context."}process.flow`; // spec 9
  type ByName = "v1.fetchTaskSchema.properties" | `${"v1" | "v2"}.listTaskSchemas.schemas` | "v2.fetchInteraction.spec";
  expectTypeOf<Open>().toEqualTypeOf<FreeForm | Scored | JsonSchema | ByVariant | ByName>();
  expectTypeOf<{ [Name in MethodName]: OpenIn<RequestOf<Name>, Name> }[MethodName]>().toBeNever();
  // @ts-expect-error a misspelt member of the results
  never((state: ResponseOf<"v1.fetchState">) => state.data?.process?.outcom);
});

test("the members of an interaction or a step can be read without narrowing the type (gaps `interaction-fetch-layout`, `step-shape`)", () => {
  expectTypeOf<FetchInteractionResponse["interactionId"]>().toEqualTypeOf<string | undefined>();
  expectTypeOf<FetchInteractionResponse["outstanding"]>().toEqualTypeOf<readonly string[]>();
  expectTypeOf<FetchInteractionResponse["collects"]>().toEqualTypeOf<readonly string[] | undefined>();
  // `interactionId` is undefined only while modules run (gap `interaction-while-running`).
  type Current = Exclude<FetchInteractionResponse, ProcessingInteraction>;
  expectTypeOf<Current["interactionId"]>().toEqualTypeOf<string>();
  never((fetched: FetchInteractionResponse) => {
    if (fetched.processing) return;
    expectTypeOf(fetched.interactionId).toEqualTypeOf<string>();
    if (fetched.collects !== undefined) expectTypeOf(fetched.spec).not.toBeUndefined();
  });
  expectTypeOf<Step["name"]>().toEqualTypeOf<string | undefined>();
  expectTypeOf<Step["outcome"]>().toEqualTypeOf<string | undefined>();
  expectTypeOf<NonNullable<Step["advice"]>>().toEqualTypeOf<Advice>();
});

test("values that the specification does not define may have any type (spec 2.4, 4.2)", () => {
  expectTypeOf<NonNullable<FetchStateResponse["data"]>>().toEqualTypeOf<Readonly<Record<string, unknown>>>();
  expectTypeOf<Advice["outcome"]>().toEqualTypeOf<string | undefined>();
  expectTypeOf<Advice["matchScore"]>().toBeUnknown();
  expectTypeOf<TaskSchema["additionalProperties"]>().toBeUnknown();
  expectTypeOf<StartJourneyContext["config"]["branding"]>().toBeUnknown();
  // TypeScript reports unknown members only in object literals (gap `extra-members`).
  const customer = { identity: { firstName: "Ada", loyaltyNumber: "7" }, tier: "gold" };
  const subject: SubjectInput = customer;
  const answer: ElementAnswer = { subject: { loyalty: { number: "7" } } };
  // @ts-expect-error a misspelt member in a custom element's subject
  const misspelt: ElementAnswer = { subject: { identity: { frstName: "Ada" } } };
  expect([subject, answer, misspelt]).toHaveLength(3);
});

test("an application's own interfaces and read-only arrays are accepted in requests (spec 2.8)", () => {
  interface Person {
    firstName: string;
    lastNames: readonly string[];
    nickname?: string;
  }
  interface Customer {
    identity: Person;
    documents?: ReadonlyArray<Readonly<{ type: string; side1Image?: string }>>;
  }
  const customer: Customer = { identity: { firstName: "Ada", lastNames: ["Lovelace"] } };
  const participants = ["FullName", "DateOfBirth"].map((domainElementId) => ({ domainElementId }));
  const frozen: readonly { readonly domainElementId: string }[] = participants;
  never(() => v2.startJourney({ resourceId, context: { config, subject: customer } }));
  never(() => v1.startJourney({ resourceId, context: { subject: customer } }));
  never(() =>
    v2.submitInteraction({ instanceId: "i", interactionId: "i", participants: frozen, context: { subject: customer } }),
  );
  // @ts-expect-error a type without any member of a subject
  const wrong: SubjectInput = { nickname: "Ada" } as Pick<Person, "nickname">;
  const withUndefined: IdentityInput = { firstName: undefined }; // compiles with and without `exactOptionalPropertyTypes`
  expect([wrong, withUndefined]).toHaveLength(2);
});

test("the body from `withResponse` has the same type as the result of the call (spec 7)", () => {
  type Fetched = Awaited<ReturnType<ReturnType<V2["fetchState"]>["withResponse"]>>;
  expectTypeOf<Fetched>().toEqualTypeOf<Answer<FetchStateResponse>>();
  // @ts-expect-error a misspelt member
  never(({ body }: Fetched) => body.sttus);
});

test("request types and their members refer to exported types by name", () => {
  expectTypeOf<Parameters<V2["startJourney"]>[0]>().toEqualTypeOf<StartJourneyRequest>();
  expectTypeOf<Parameters<V2["submitInteraction"]>[0]>().toEqualTypeOf<SubmitInteractionRequest>();
  expectTypeOf<StartJourneyRequest["context"]["subject"]>().toEqualTypeOf<SubjectInput>();
  expectTypeOf<NonNullable<SubjectInput["identity"]>>().toEqualTypeOf<IdentityInput>();
});

test("standard elements have exact types, and a custom element can have any subject (spec 2.6)", () => {
  expectTypeOf<keyof ElementValues>().toEqualTypeOf<ElementName>();
  const answers: ElementAnswers = { DateOfBirth: "1990-12-10", Loyalty: { subject: { loyalty: { number: "7" } } } };
  // @ts-expect-error a misspelt member
  const misspelt: ElementAnswers = { FullName: { frstName: "Ada" } };
  // @ts-expect-error the value of another element
  const mistaken: ElementAnswers = { FullName: { side1Image: pixel } };
  // @ts-expect-error a date is a string
  const dated: ElementAnswers = { DateOfBirth: new Date(0) };
  const collect: Collect = (element) => answers[element];
  // @ts-expect-error a misspelt member in a callback
  const wrong: Collect = () => ({ frstName: "Ada" });
  // @ts-expect-error a misspelt option
  const unused: Collect = (_, { atempt }) => atempt;
  expect([misspelt, mistaken, dated, collect, wrong, unused]).toHaveLength(6);
});

test("a run takes either a journey or an instance, and only a client with credentials accepts `expiryMarginMs`", () => {
  const collect = () => undefined;
  // @ts-expect-error a journey to start and an instance to resume
  const both: JourneyOptions = { resourceId: "age-check@latest", instanceId: "i", collect };
  const auth = async () => "token";
  // @ts-expect-error an option that requires credentials
  const margin: ClientOptions = { baseUrl: "http://localhost", auth, expiryMarginMs: 5_000 };
  expect([both, margin]).toHaveLength(2);
});

test("the value of each standard element is valid at its place in the subject (spec 2.6, 2.8)", () => {
  const entry = { type: "x", id: "x" };
  const values: ElementValues = {
    FullName: { firstName: "Ada", lastNames: ["Lovelace"] },
    DateOfBirth: "1990-12-10",
    CurrentAddress: { locality: "London" },
    PrimaryDocument: { side1Image: pixel },
    Selfie: [{ selfieImage: pixel }],
    SSN: { idNumber: "900-12-3456" },
    PreviousAddresses: [{ locality: "Leeds", toDate: "2024-08-31" }],
    MobilePhone: { number: "+447700900123" },
    LandlinePhone: [{ number: "+442079460000" }],
    PersonalEmail: { email: "ada@example.com" },
    WorkEmail: { email: "ada@example.org" },
    OtherEmails: [{ email: "a@example.com" }, { email: "b@example.com" }],
    NationalInsuranceNumber: { idNumber: "QQ123456C" },
    MothersMaidenName: "Milbanke",
    Gender: "female",
    Consent: entry,
    SecondaryDocument: { side1Image: pixel },
  };
  for (const [name, value] of Object.entries(values)) {
    expect(Subject.safeParse(placeElement({}, name, value)).error, name).toBeUndefined();
  }
});
