# Runs a bundled program as the test of a worker: workerd test workerd.capnp
using Workerd = import "/workerd/workerd.capnp";

const config :Workerd.Config = (
  services = [
    (name = "program", worker = .program),
    # Programs call simulators on this machine.
    (name = "internet", network = (allow = ["private"])),
  ],
);

const program :Workerd.Worker = (
  modules = [(name = "program.js", esModule = embed "bundles/program.js")],
  compatibilityDate = "2026-11-01",
  bindings = [(name = "JOURNEY_BASE_URL", fromEnvironment = "JOURNEY_BASE_URL")],
);
