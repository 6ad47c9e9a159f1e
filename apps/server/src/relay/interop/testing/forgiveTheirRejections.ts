/**
 * Other people's clients leave promises behind that fail, unseen, when a relay cannot be reached for a moment. A test runner takes
 * that for a fault of the test; here only promises of anybody else count.
 *
 * @returns ends it
 */
export function forgiveTheirRejections(): () => void {
  const listeners = process.listeners('unhandledRejection')
  const judge: NodeJS.UnhandledRejectionListener = (reason, promise) => {
    const stack = reason instanceof Error ? (reason.stack ?? '') : ''
    if (/node_modules[/\\]@(walletconnect|reown)[/\\]/.test(stack)) return
    for (const listener of listeners) listener(reason, promise)
  }
  process.removeAllListeners('unhandledRejection')
  process.on('unhandledRejection', judge)
  return () => {
    process.off('unhandledRejection', judge)
    for (const listener of listeners) process.on('unhandledRejection', listener)
  }
}
