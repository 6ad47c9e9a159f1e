import type { Quote } from '@latchkey/protocol/api'

/** Whether a quote only wraps or unwraps the native token: one to one, without pools, so slippage is impossible. */
export function isWrap({ route }: Pick<Quote, 'route'>): boolean {
  return route.length > 0 && route.every(({ hops }) => hops.every(({ source }) => source === 'wrapped-native'))
}
