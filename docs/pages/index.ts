import { toApiPages } from "./api.ts";
import { toCasePages } from "./cases.ts";
import { toCommandLinePage } from "./command-line.ts";
import { toControlApiPage } from "./control-api.ts";
import { toEndpointsPage } from "./endpoints.ts";
import { toErrorsPage } from "./errors.ts";
import { toGapsPage } from "./gaps.ts";
import { toJourneysPage } from "./journeys.ts";
import { toLimitsPage } from "./limits.ts";
import type { ReferencePage } from "./markdown.ts";
import { toRequirementsPage } from "./requirements.ts";
import { toRulesPage } from "./rules.ts";
import { toScenariosPage } from "./scenarios.ts";
import { toSchemaPages } from "./schemas.ts";

/** Renders every generated page. */
export const toPages = (): readonly ReferencePage[] => [
  toEndpointsPage(),
  toControlApiPage(),
  toCommandLinePage(),
  toRulesPage(),
  toGapsPage(),
  toErrorsPage(),
  toJourneysPage(),
  toScenariosPage(),
  toRequirementsPage(),
  ...toCasePages(),
  toLimitsPage(),
  ...toSchemaPages(),
  ...toApiPages(),
];
