import { Socket } from 'node:net'

/**
 * Blocks this process's connections to other machines, and records the attempts. Otherwise, other vendors' clients contact their vendors.
 *
 * @returns `attempts`: the blocked connections; `release`: a function that restores the network
 */
export function guardNetwork(): { attempts: readonly string[]; release: () => void } {
  const attempts: string[] = []
  const { connect } = Socket.prototype
  const guarded = function (this: Socket, ...parameters: unknown[]) {
    const target = readTarget(parameters)
    if (target === undefined || isLoopback(target)) return Reflect.apply(connect, this, parameters)
    attempts.push(target)
    queueMicrotask(() => this.destroy(new Error(`This test may not reach ${target}`)))
    return this
  }
  Socket.prototype.connect = guarded as typeof connect
  return {
    attempts,
    release: () => {
      Socket.prototype.connect = connect
    },
  }
}

/**
 * Returns the host of a connection, or undefined for a pipe. Node passes the original arguments, or `[options, callback]` after it
 * normalized them.
 */
function readTarget([first, second]: readonly unknown[]): string | undefined {
  const options = Array.isArray(first) ? (first as unknown[])[0] : first
  if (typeof options === 'object' && options !== null) {
    const { path, host } = options as { path?: string; host?: string }
    return path === undefined ? (host ?? 'localhost') : undefined
  }
  if (typeof options === 'string' && Number.isNaN(Number(options))) return undefined
  return typeof second === 'string' ? second : 'localhost'
}

function isLoopback(host: string): boolean {
  return host === 'localhost' || host === '::1' || /^127\./.test(host)
}
