/**
 * Ignores unhandled rejections of the other vendors' clients, which occur when a relay is briefly unreachable. The test runner would count
 * them as failures of the test. All other unhandled rejections still count.
 *
 * @returns a function that ends it
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
