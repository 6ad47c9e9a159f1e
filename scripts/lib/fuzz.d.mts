import type { IRawProperty, Parameters } from 'fast-check'

/** Whether this is the full tier. */
export const isFull: boolean
/** Where all draws of this run begin. `LATCHKEY_FUZZ_SEED` repeats one. */
export const seed: number
/** How often to run something dear, where 300 times would take too long for `npm test`. */
export function runs(numbers: { fast: number; full: number }): number
/** Called before each test: its properties are told apart by their order. */
export function beginProperties(): void
/** `fc.assert` of all tests: plays what once failed, then what is drawn. */
export function assertProperty<T>(property: IRawProperty<T>, parameters?: Parameters<T>): void | Promise<void>
