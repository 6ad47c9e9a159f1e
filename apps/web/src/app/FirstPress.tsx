import { useModal } from '@latchkey/react'
import { useEffect } from 'react'
import { takeFirstPress } from '../first/firstButton.ts'

/** Opens the wallet where its button was pressed before the site was there. */
export function FirstPress() {
  const { open } = useModal()
  useEffect(() => {
    if (takeFirstPress()) void open()
  }, [open])
  return null
}
