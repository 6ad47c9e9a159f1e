type Command = (options: {
  args: readonly string[]
  env: NodeJS.ProcessEnv
  say: (line: string) => void
}) => Promise<boolean>

/**
 * Runs a command of the operator as this process: its arguments, its outcome as the exit code, a failure as a sentence. Paths of the configuration count
 * from where npm was called, as they do for the server, and not from this workspace.
 *
 * @param run resolves with whether all is well
 */
export function runCommand(run: Command): void {
  if (process.env.INIT_CWD) process.chdir(process.env.INIT_CWD)
  run({ args: process.argv.slice(2), env: process.env, say: console.log }).then(
    (isWell) => {
      if (!isWell) process.exitCode = 1
    },
    (error: unknown) => {
      console.error(error instanceof Error ? error.message : String(error))
      process.exitCode = 1
    },
  )
}
