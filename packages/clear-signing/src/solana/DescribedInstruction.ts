import type { Description, Finding } from '../Description.ts'

/** What one instruction does. */
export type DescribedInstruction = Pick<Description, 'intent' | 'target' | 'signature' | 'fields'> & {
  findings: readonly Finding[]
  /** It only makes way for another one: an account for what arrives, a note, the price. */
  isSide: boolean
}
