// `npm run -w apps/server sessions -- end-all|end|renew-keys`: logs visitors out, see docs/runbooks.
import { runSessionsCommand } from '../src/operations/runSessionsCommand.ts'

runSessionsCommand({ args: process.argv.slice(2), env: process.env, say: console.log }).then(
  (isDone) => {
    if (!isDone) process.exitCode = 1
  },
  (error: unknown) => {
    console.error(error instanceof Error ? error.message : String(error))
    process.exitCode = 1
  },
)
