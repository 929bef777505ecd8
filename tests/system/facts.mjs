/* Runs tests by name, each a function that throws if it fails, and prints "ok …" or "FAILED …" for each. */
export function checkFacts(tests) {
  for (const [name, test] of Object.entries(tests))
    try {
      test();
      console.log(`ok      ${name}`);
    } catch (error) {
      process.exitCode = 1;
      console.log(`FAILED  ${name}\n        ${String(error.message).slice(0, 2000).replaceAll('\n', '\n        ')}`);
    }
}
