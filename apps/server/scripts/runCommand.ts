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
 * @param options.run resolves with whether it succeeded
 * @param options.usage text for `--help`, `-h`, and arguments that cannot be parsed
 */
export function runCommand({ run, usage }: { run: Command; usage: string }): void {
  const args = process.argv.slice(2)
  if (args.includes('--help') || args.includes('-h')) {
    console.log(`Use: ${usage}`)
    return
  }
  if (process.env.INIT_CWD) process.chdir(process.env.INIT_CWD)
  run({ args, env: process.env, say: console.log, note: console.error }).then(
    (isWell) => {
      if (!isWell) process.exitCode = 1
    },
    (error: unknown) => {
      const sentence = error instanceof Error ? error.message : String(error)
      console.error(isParseError(error) ? `${sentence}\nUse: ${usage}` : sentence)
      process.exitCode = 1
    },
  )
}

function isParseError(error: unknown): boolean {
  return error instanceof Error && 'code' in error && String(error.code).startsWith('ERR_PARSE_ARGS')
}
