type Command = (options: {
  args: readonly string[]
  env: NodeJS.ProcessEnv
  say: (line: string) => void
  note: (line: string) => void
}) => Promise<boolean>

/**
 * Runs an operator's command as this process: passes its arguments, sets the exit code from its result, and prints a failure as a sentence.
 * Paths in the configuration are relative to the folder in which npm was called, as for the server.
 *
 * @param run resolves with whether it succeeded
 */
export function runCommand(run: Command): void {
  if (process.env.INIT_CWD) process.chdir(process.env.INIT_CWD)
  run({ args: process.argv.slice(2), env: process.env, say: console.log, note: console.error }).then(
    (isWell) => {
      if (!isWell) process.exitCode = 1
    },
    (error: unknown) => {
      console.error(error instanceof Error ? error.message : String(error))
      process.exitCode = 1
    },
  )
}
