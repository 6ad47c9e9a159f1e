import type { Page } from './Environment.ts'

/** Tells whether another page stands around this one. */
export function isFramed(page: Page | undefined): boolean {
  const { parent } = (page ?? {}) as { parent?: unknown }
  return parent !== undefined && parent !== page
}
