// `npm run -w apps/server audit -- verify`: verifies the audit log, see docs/operations.md.
import { runAuditCommand } from '../src/operations/runAuditCommand.ts'

runAuditCommand({ args: process.argv.slice(2), env: process.env, say: console.log }).then(
  (isWell) => {
    if (!isWell) process.exitCode = 1
  },
  (error: unknown) => {
    console.error(error instanceof Error ? error.message : String(error))
    process.exitCode = 1
  },
)
