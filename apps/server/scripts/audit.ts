// `npm run -w apps/server audit -- verify`: verifies the audit log, see docs/operations.md.
import { auditUsage, runAuditCommand } from '../src/operations/runAuditCommand.ts'
import { runCommand } from './runCommand.ts'

runCommand({ run: runAuditCommand, usage: auditUsage })
