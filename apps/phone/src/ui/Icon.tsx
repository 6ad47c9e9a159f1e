const shapes = {
  arrowBack: 'M15 5l-7 7 7 7',
  check: 'M5 12.500l4.500 4.500L19 7.500',
  chevron: 'M9 6l6 6-6 6',
  chevronDown: 'M6 9l6 6 6-6',
  close: 'M6 6l12 12M18 6L6 18',
  copy: 'M9 9h10v10H9zM15 9V5H5v10h4',
  flask:
    'M10 4h4M11 4v5.500L6 18a1.500 1.500 0 0 0 1.300 2.200h9.400A1.500 1.500 0 0 0 18 18l-5-8.500V4M8.500 14.500h7',
  globe:
    'M12 4a8 8 0 1 0 0 16 8 8 0 0 0 0-16zM4 12h16M12 4c2.400 2.200 3.600 4.900 3.600 8S14.400 17.800 12 20c-2.400-2.200-3.600-4.900-3.600-8S9.600 6.200 12 4z',
  image: 'M5 5h14v14H5zM5 16l4.500-4.500 3.500 3.500 2-2 4 4M15.200 9.500h.01',
  info: 'M12 4a8 8 0 1 0 0 16 8 8 0 0 0 0-16zM12 11.200v5M12 7.900h.01',
  link: 'M10 14a4 4 0 0 0 5.700 0l3-3A4 4 0 0 0 13 5.300l-.8.8M14 10a4 4 0 0 0-5.700 0l-3 3A4 4 0 0 0 11 18.700l.8-.8',
  paste: 'M9 5H6v15h12V5h-3M9 3.500h6v3H9z',
  refuse: 'M12 4a8 8 0 1 0 0 16 8 8 0 0 0 0-16zM6.500 6.500l11 11',
  retry: 'M19 12a7 7 0 1 1-2-4.900M19 4v4h-4',
  scan: 'M4 9V5.500A1.500 1.500 0 0 1 5.500 4H9M15 4h3.500A1.500 1.500 0 0 1 20 5.500V9M20 15v3.500a1.500 1.500 0 0 1-1.500 1.500H15M9 20H5.500A1.500 1.500 0 0 1 4 18.500V15M4 12h16',
  warn: 'M12 4.500L3.500 19h17zM12 10.500v3.800M12 16.600h.01',
} as const

/** The name of an icon. */
export type IconName = keyof typeof shapes

/** An icon in the color of the text. Decorative: it is always beside text or in a labeled button. */
export function Icon({ name, size = 20 }: { name: IconName; size?: number }) {
  return (
    <svg
      width={size}
      height={size}
      viewBox="0 0 24 24"
      fill="none"
      stroke="currentColor"
      strokeWidth="1.75"
      strokeLinecap="round"
      strokeLinejoin="round"
      aria-hidden="true"
    >
      <path d={shapes[name]} />
    </svg>
  )
}
