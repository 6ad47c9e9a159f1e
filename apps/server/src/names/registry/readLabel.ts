import { ServiceError } from '@latchkey/protocol/errors'
import { normalizeName } from '../normalizeName.ts'

/**
 * Returns the label of a signed name, which must be in normal form, with the zone.
 *
 * @throws ServiceError `name_invalid`
 * @example readLabel({ name: 'alice.latchkey.eth', zone: 'latchkey.eth' }) // 'alice'
 */
export function readLabel({ name, zone }: { name: string; zone: string }): string {
  const label = name.slice(0, -zone.length - 1)
  if (name !== `${label}.${zone}`) throw refuse(describeZone({ name, zone }))
  if (label.includes('.')) throw refuse(`A name here is one label before .${zone}`)
  const normal = normalizeName(name)
  // The signed text counts. The signer never saw another spelling of it.
  if (normal !== undefined && normal !== name) throw refuse(`The message must have the name in normal form: ${normal}`)
  return label
}

function describeZone({ name, zone }: { name: string; zone: string }): string {
  const normal = normalizeName(name)
  return normal?.endsWith(`.${zone}`)
    ? `The message must have the name in normal form: ${normal}`
    : `Names here end in .${zone}`
}

function refuse(message: string): ServiceError {
  return new ServiceError('name_invalid', { field: 'name', message })
}
