import { readFileSync } from 'node:fs'
import { parseArgs } from 'node:util'
import { z } from 'zod'
import type { AuditAnchor } from '../audit/Audit.ts'
import { createAudit } from '../audit/createAudit.ts'
import { openSealer } from '../sealing/openSealer.ts'
import { type CommandCall, openCommandContext } from './openCommandContext.ts'

/** Usage of the command, for `--help` and wrong arguments. */
export const auditUsage = `LATCHKEY_CONFIG=… npm run -w apps/server audit -- verify [--anchors <file>]
  --anchors <file>   the server's own log, or the anchors of it ("Head of the audit log"), kept elsewhere: one JSON object a line`

const anchorSchema = z.object({
  at: z.string(),
  heads: z.array(z.object({ chain: z.number(), seq: z.number(), hash: z.string() })),
  keyId: z.string(),
  mac: z.string(),
})

/**
 * `npm run -w apps/server audit`: verifies the whole log.
 *
 * @param options.say called with the report, as JSON
 * @returns whether the log is intact, for the exit code
 * @throws Error with a sentence
 */
export async function runAuditCommand({
  args,
  env,
  say,
  note,
}: CommandCall & {
  args: readonly string[]
  say: (line: string) => void
}): Promise<boolean> {
  const { positionals, values } = parseArgs({
    args: [...args],
    options: { anchors: { type: 'string' } },
    allowPositionals: true,
  })
  if (positionals.join(' ') !== 'verify') throw new Error(`Use: ${auditUsage}`)
  const anchors = values.anchors === undefined ? [] : readAnchors(readFileSync(values.anchors, 'utf8'))
  return openCommandContext({ env, note }, async (context) => {
    const audit = createAudit({ clock: context.clock, sealer: await openSealer({ context, env }) })
    const report = await audit.verify(context.database, { anchors })
    say(JSON.stringify({ ...report, anchors: anchors.length }, null, 2))
    return report.faults.length === 0
  })
}

/** Extracts the anchors from the lines of a log. */
function readAnchors(text: string): AuditAnchor[] {
  const anchors = text.split('\n').flatMap((line) => {
    try {
      const value: unknown = JSON.parse(line)
      const inner = typeof value === 'object' && value && 'anchor' in value ? value.anchor : value
      const { success, data } = anchorSchema.safeParse(inner)
      return success ? [data] : []
    } catch {
      return []
    }
  })
  if (anchors.length === 0)
    throw new Error('The file has no anchors: lines of the log that say "Head of the audit log"')
  return anchors
}
