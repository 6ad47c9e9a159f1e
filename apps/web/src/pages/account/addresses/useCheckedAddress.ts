import { type CheckedAddress, checkAddress } from '@latchkey/core/addresses'
import { LatchkeyError } from '@latchkey/protocol'
import { type UseNamesReturnType, useNames } from '@latchkey/react'
import { useEffect, useState } from 'react'

/** Pause in typing before a name is resolved, in milliseconds. */
const rest = 300

/** A checked text. `isNamed`: the text is a name, and the address is the one that it has now. No typed checksum was compared. */
export type CheckedText = CheckedAddress & { isNamed: boolean }

/** Returns the parsed address of a text, or the address of a name after a short pause; undefined until it is known. */
export function useCheckedAddress(text: string): CheckedText | undefined {
  const { resolve } = useNames()
  const [checked, setChecked] = useState<{ text: string; result: CheckedAddress }>()
  useEffect(() => {
    let isOver = false
    const check = async () => {
      const result = isName(text) ? await resolveName(text, resolve) : await checkAddress(text)
      if (!isOver) setChecked({ text, result })
    }
    const run = () =>
      check().catch(() => {
        // The code of the check could not be fetched. The server checks the address again.
      })
    const timer = setTimeout(() => void run(), isName(text) ? rest : 0)
    return () => {
      isOver = true
      clearTimeout(timer)
    }
  }, [text, resolve])
  return checked?.text === text ? { ...checked.result, isNamed: isName(text) } : undefined
}

/** A name has a dot, and no address has one. */
function isName(text: string): boolean {
  return /.\.[^.]/.test(text)
}

/** Saves the current address of a name, so that a later owner of the name does not receive payments. */
async function resolveName(name: string, resolve: UseNamesReturnType['resolve']): Promise<CheckedAddress> {
  try {
    const { address } = await resolve({ name })
    return { status: 'ok', namespace: 'eip155', address, isChecked: true }
  } catch (error) {
    if (error instanceof LatchkeyError) return { status: 'none' }
    throw error
  }
}
