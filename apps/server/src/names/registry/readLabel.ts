import { ServiceError } from '@latchkey/protocol/errors'
import { normalizeName } from '../normalizeName.ts'

/**
 * Reads the label out of a name of a zone, written as names are signed: in normal form, with the zone.
 *
 * @throws ServiceError `name_invalid`
 * @example readLabel({ name: 'alice.latchkey.eth', zone: 'latchkey.eth' }) // 'alice'
 */
export function readLabel({ name, zone }: { name: string; zone: string }): string {
  const label = name.slice(0, -zone.length - 1)
  if (name !== `${label}.${zone}`) throw refuse(describeZone({ name, zone }))
  if (label.includes('.')) throw refuse(`A name here is one label before .${zone}`)
  const normal = normalizeName(name)
  // What was signed is what stands: another spelling of it was never shown to whoever signed.
  if (normal !== undefined && normal !== name) throw refuse(`The message is to name it as it is: ${normal}`)
  return label
}

function describeZone({ name, zone }: { name: string; zone: string }): string {
  const normal = normalizeName(name)
  return normal?.endsWith(`.${zone}`) ? `The message is to name it as it is: ${normal}` : `Names here end in .${zone}`
}

function refuse(message: string): ServiceError {
  return new ServiceError('name_invalid', { field: 'name', message })
}
