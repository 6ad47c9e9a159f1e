// `npm run -w apps/server audit -- verify`: verifies the audit log, see docs/operations.md.
import { runAuditCommand } from '../src/operations/runAuditCommand.ts'
import { runCommand } from './runCommand.ts'

runCommand(runAuditCommand)
