import type { ReplyHeaders } from '../platform/http/replyHeaders.ts'
import { pageHeaders } from './pageHeaders.ts'

/** Returns a sentence instead of the frame, for an unknown project. No page can embed it. */
export function refusedFrame(): { status: number; headers: ReplyHeaders; body: string } {
  const page = { scriptHashes: [], styleHashes: [], usesWorker: false }
  return {
    status: 403,
    headers: pageHeaders({ page, ancestors: "'none'" }),
    body: '<!doctype html><html lang="en"><meta charset="utf-8"><title>Latchkey wallet</title><p>This site is not set up for the wallet: its project is unknown or switched off.</p></html>',
  }
}
