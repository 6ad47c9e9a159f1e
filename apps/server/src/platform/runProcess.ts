import { fstatSync } from 'node:fs'
import { ServiceError } from '@latchkey/protocol/errors'
import { loadConfig } from './config/loadConfig.ts'
import type { ServerConfig } from './config/ServerConfig.ts'
import type { Shutdown } from './shutdown/Shutdown.ts'

/** Exit codes by cause, as sysexits.h names them: EX_CONFIG and EX_TEMPFAIL. */
const exitCodes: Partial<Record<string, number>> = { config_invalid: 78, database_outdated: 78, data_folder_locked: 75 }

/**
 * Runs a server as this process: reads the configuration, starts it, says on standard output when it is ready (one JSON line,
 * `{"ready":…}`, after `{"progress":…}` lines), and ends it on SIGTERM, SIGINT, when the parent process goes or when a part is lost.
 *
 * @param options.start starts it
 * @param options.describe what the ready line says
 * @example await runProcess({ start: startServer, describe: ({ url }) => ({ url }) })
 */
export async function runProcess<Running extends { shutdown: Shutdown }>({
  start,
  describe,
}: {
  start: (options: {
    config: ServerConfig
    onProgress: (message: string) => void
    onLost: (error: Error) => void
  }) => Promise<Running>
  describe: (running: Running) => Record<string, string | undefined>
}): Promise<void> {
  let starting: Promise<Running> | undefined
  let ending = false

  const end = async (reason: string, code: number): Promise<void> => {
    if (ending) return
    ending = true
    // A second signal, or a part that does not end, must not keep the process alive.
    setTimeout(() => process.exit(code || 1), 25_000).unref()
    const server = await starting?.catch(() => undefined)
    await server?.shutdown.run(reason)
    process.exit(code)
  }

  for (const signal of ['SIGTERM', 'SIGINT'] as const) {
    process.on(signal, () => {
      if (ending) process.exit(1)
      void end(signal, 0)
    })
  }
  process.on('uncaughtException', (error) => {
    process.stderr.write(
      `${JSON.stringify({ level: 60, msg: 'An error was not caught', err: { message: error.message, stack: error.stack } })}\n`,
    )
    void end('an error was not caught', 1)
  })
  // A parent that dies cannot send a signal, but its end of the pipe closes. A terminal or /dev/null says nothing.
  const stdin = fstatSync(0, { bigint: false })
  if (stdin.isFIFO() || stdin.isSocket()) {
    process.stdin.on('end', () => void end('the parent process ended', 0))
    process.stdin.on('error', () => void end('the parent process ended', 0))
    process.stdin.resume()
  }

  try {
    const config = await loadConfig({ env: process.env })
    starting = start({
      config,
      onProgress: (progress) => tell({ progress }),
      onLost: (error) => {
        // A server without its database would answer every call with a refusal, and nobody would start it again.
        if (!ending) process.stderr.write(`${error.message}. The server ends; start it again.\n`)
        void end('a part was lost', 1)
      },
    })
    tell({ ready: describe(await starting) })
  } catch (error) {
    fail(error)
  }
}

/** Tells the parent process something: one JSON line on standard output, which carries nothing else. */
function tell(message: Record<string, unknown>): void {
  process.stdout.write(`${JSON.stringify(message)}\n`)
}

function fail(error: unknown): never {
  const sentence = error instanceof Error ? error.message : String(error)
  process.stderr.write(`${sentence}\n`)
  process.exit((error instanceof ServiceError && exitCodes[error.code]) || 1)
}
