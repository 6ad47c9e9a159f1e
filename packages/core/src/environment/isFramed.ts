import type { Page } from './Environment.ts'

/** Whether the page is in a frame of another page. */
export function isFramed(page: Page | undefined): boolean {
  const { parent } = (page ?? {}) as { parent?: unknown }
  return parent !== undefined && parent !== page
}
