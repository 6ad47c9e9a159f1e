import { fstatSync } from 'node:fs'
import { ServiceError } from '@latchkey/protocol/errors'
import { loadConfig } from './config/loadConfig.ts'
import type { ServerConfig } from './config/ServerConfig.ts'
import type { Shutdown } from './shutdown/Shutdown.ts'

/** Exit codes by error code, as in sysexits.h: EX_CONFIG and EX_TEMPFAIL. */
const exitCodes: Partial<Record<string, number>> = { config_invalid: 78, database_outdated: 78, data_folder_locked: 75 }

/**
 * Runs a server as this process. Reads the configuration, starts the server, and writes a JSON line to standard output when it is ready:
 * `{"ready":…}`, after `{"progress":…}` lines. Shuts down on SIGTERM or SIGINT, when the parent process exits, or when a part is lost.
 *
 * @param options.start starts the server
 * @param options.describe returns the content of the ready line
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
    // A second signal, or a part that does not close, must not keep the process alive.
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
  // A parent that dies cannot send a signal, but its end of the pipe closes. This does not hold for a terminal or /dev/null.
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
        // Without its database a server would refuse every call, and its supervisor would not restart it.
        if (!ending) process.stderr.write(`${error.message}. The server ends; start it again.\n`)
        void end('a part was lost', 1)
      },
    })
    tell({ ready: describe(await starting) })
  } catch (error) {
    fail(error)
  }
}

/** Sends a message to the parent process: one JSON line on standard output. Nothing else is written there. */
function tell(message: Record<string, unknown>): void {
  process.stdout.write(`${JSON.stringify(message)}\n`)
}

/** Writes the sentence for a person, and before it, if standard error is no terminal, a line of the log for programs that read it. */
function fail(error: unknown): never {
  const sentence = error instanceof Error ? error.message : String(error)
  const code = error instanceof ServiceError ? error.code : undefined
  const line = { level: 60, time: Date.now(), pid: process.pid, code, msg: sentence }
  if (!process.stderr.isTTY) process.stderr.write(`${JSON.stringify(line)}\n`)
  process.stderr.write(`${sentence}\n`)
  process.exit((error instanceof ServiceError && exitCodes[error.code]) || 1)
}
