import { nameMessageLifetime } from '@latchkey/protocol'
import { Note } from '../../ui/Note.tsx'
import { useScope } from '../../ui/Scope.ts'
import { useNow } from '../../ui/useNow.ts'

/**
 * How long a signature about a name is taken by the server, and that it is too late for it.
 *
 * @param options.timestamp of the message, Unix seconds
 */
export function NameDeadline({ timestamp }: { timestamp: number }) {
  const { t } = useScope()
  const end = (timestamp + nameMessageLifetime) * 1000
  const isLate = useNow(end) >= end
  return <Note tone={isLate ? 'warn' : 'info'}>{t(isLate ? 'approve.name.late' : 'approve.name.soon')}</Note>
}
