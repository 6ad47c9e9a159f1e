import { spawn } from 'node:child_process'
import { constants } from 'node:fs'
import { access } from 'node:fs/promises'

/** A command that ends when this process dies, even by SIGKILL. */
export type TiedCommand = {
  file: string
  arguments: string[]
  /** Call it with the command's process ID. Returns a function that ends the watch. */
  watch: (pid: number) => () => void
}

const setpriv = '/usr/bin/setpriv'

/**
 * Makes sure that a process does not outlive this one, even when this one is ended by SIGKILL and cannot clean up.
 *
 * On Linux, `setpriv --pdeathsig` (util-linux) asks the kernel for a signal when the parent dies. A shell then checks that the
 * parent is still alive and replaces itself with the command, without an extra process. On other systems, a shell (1 MB) waits
 * for the end of a pipe that only this process holds, and then sends the signal.
 *
 * @param whenOrphaned `kill` ends the command at once (SIGKILL), `save` lets it finish its work (SIGTERM).
 */
export async function tieToParent({
  command,
  whenOrphaned,
  useKernel,
}: {
  command: readonly [string, ...string[]]
  whenOrphaned: 'kill' | 'save'
  /** Default: where it is possible. */
  useKernel?: boolean
}): Promise<TiedCommand> {
  const signal = whenOrphaned === 'kill' ? 'KILL' : 'TERM'
  const [file, ...rest] = command
  if (useKernel ?? (await hasSetpriv())) {
    const orEnd = ['/bin/sh', '-c', '[ "$PPID" = "$0" ] && exec "$@"', String(process.pid)]
    return {
      file: setpriv,
      arguments: ['--pdeathsig', signal, '--', ...orEnd, file, ...rest],
      watch: () => () => {},
    }
  }
  return {
    file,
    arguments: rest,
    watch: (pid) => {
      // Detached, because a signal to our process group must not end the watcher early.
      const watcher = spawn('/bin/sh', ['-c', `read -r line || kill -${signal} ${pid}`], {
        detached: true,
        stdio: ['pipe', 'ignore', 'ignore'],
      })
      watcher.once('error', () => {})
      watcher.stdin?.once('error', () => {})
      watcher.unref()
      return () => {
        watcher.stdin?.end('done\n')
      }
    },
  }
}

async function hasSetpriv(): Promise<boolean> {
  if (process.platform !== 'linux') return false
  try {
    await access(setpriv, constants.X_OK)
    return true
  } catch {
    return false
  }
}
