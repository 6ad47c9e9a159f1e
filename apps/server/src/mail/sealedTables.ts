import type { SealedTable } from '../platform/crypto/SealedTable.ts'
import { mailContext } from './createMailer.ts'
import { emailOutbox } from './schema.ts'

/** Sealed columns of this capability. */
export const sealedTables: readonly SealedTable[] = [
  {
    name: 'email_outbox.sealed',
    table: emailOutbox,
    key: emailOutbox.id,
    kekId: emailOutbox.kekId,
    boxes: [
      {
        column: emailOutbox.sealed,
        context: ({ id, template }) => mailContext({ id: String(id), template: String(template) }),
      },
    ],
  },
]
