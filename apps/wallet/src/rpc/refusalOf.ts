import type { Description, Finding } from '@latchkey/clear-signing'

/** Returns the finding that forbids a request or a part of it: parts are signed together or not at all. */
export function refusalOf({ findings, parts }: Description): Finding | undefined {
  const found = findings.find(({ level }) => level === 'refuse')
  return found ?? parts.map(refusalOf).find((finding) => finding !== undefined)
}
