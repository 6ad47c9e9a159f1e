// `npm run -w apps/server keys -- status|rotate|reseal|retire|abandon`: the keys that rows are sealed under, see docs/operations.md.
import { runKeysCommand } from '../src/operations/runKeysCommand.ts'

runKeysCommand({ args: process.argv.slice(2), env: process.env, say: console.log }).then(
  (isDone) => {
    if (!isDone) process.exitCode = 1
  },
  (error: unknown) => {
    console.error(error instanceof Error ? error.message : String(error))
    process.exitCode = 1
  },
)
