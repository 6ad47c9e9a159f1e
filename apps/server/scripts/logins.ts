// `npm run -w apps/server logins -- end-all|end|renew-keys`: logs visitors out, see docs/runbooks.
import { loginsUsage, runLoginsCommand } from '../src/operations/runLoginsCommand.ts'
import { runCommand } from './runCommand.ts'

runCommand({ run: runLoginsCommand, usage: loginsUsage })
