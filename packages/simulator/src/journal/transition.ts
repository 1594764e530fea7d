import type { Profile } from "@journey-kit/schemas/profile";

/** A transition that an instance or a task can go through, and the profiles under which it can. */
interface Transition {
  readonly text: string;
  /** Under every profile where left out. */
  readonly isPossible?: (profile: Profile) => boolean;
}

const isReviewed = (profile: Profile): boolean => profile["refer-ends-journey"] === "no";

/** Every transition that the journeys that ship can go through, as `projection/transition` names them. Spec 3. */
export const transitions: Readonly<Record<string, Transition>> = {
  "none -> collecting": { text: "An instance started and waits for data." },
  "none -> running": { text: "An instance started with all the data that its first modules need." },
  "collecting -> collecting": { text: "What one interaction or task wanted came, and the next one waits." },
  "collecting -> running": { text: "The last data that a segment wants came, and its modules started." },
  "running -> collecting": { text: "A segment finished, and the next one waits for data." },
  "running -> running": { text: "Modules finished, and others started at once." },
  "running -> finished": { text: "The last modules finished, and the journey came to its outcome." },
  "running -> failed": { text: "A module could not complete, or a tester failed the instance while modules ran." },
  "running -> reviewing": { text: "The outcome is refer, and a reviewer is waited for.", isPossible: isReviewed },
  "reviewing -> finished": { text: "A reviewer decided.", isPossible: isReviewed },
  "reviewing -> failed": { text: "A tester failed an instance that waits for a reviewer.", isPossible: isReviewed },
  "reviewing -> paused": { text: "A tester paused an instance that waits for a reviewer.", isPossible: isReviewed },
  "paused -> reviewing": { text: "A paused instance goes on waiting for a reviewer.", isPossible: isReviewed },
  "paused -> failed": { text: "A tester failed an instance that was paused." },
  "collecting -> paused": { text: "A tester paused an instance that waits for data." },
  "running -> paused": { text: "A tester paused an instance whose modules run." },
  "paused -> collecting": { text: "A paused instance goes on waiting for data." },
  "paused -> running": { text: "The modules of a paused instance go on." },
  "collecting -> failed": { text: "An instance that waits for data failed: by a tester, or with its link." },
  "task Assigned -> In Progress": { text: "A task got some of its data." },
  "task Assigned -> Completed": { text: "A task got all of its data at once." },
  "task In Progress -> Completed": { text: "A task got the rest of its data." },
  "task Completed -> Assigned": {
    text: "The data of a task is asked for once more.",
    isPossible: (profile) => profile["module-retry"] === "recollect",
  },
};
