/** Drawing of a card, a coin and a wallet. Decorative: the points below explain it. */
export function BuyDrawing() {
  return (
    <svg className="buy-drawing" viewBox="0 0 280 96" aria-hidden="true">
      <g className="buy-drawing-card">
        <rect x="14" y="22" width="88" height="56" rx="9" />
        <path d="M14 38h88M25 64h18M51 64h9" />
      </g>
      <path className="buy-drawing-way" d="M112 50h20M166 50h14m-6-6 6 6-6 6" />
      <g className="buy-drawing-coin">
        <circle cx="149" cy="50" r="14" />
        <path d="M149 42.500v15M144.500 50h9" />
      </g>
      <g className="buy-drawing-wallet">
        <path d="M190 32a8 8 0 0 1 8-8h52a6 6 0 0 1 6 6v7M190 32v36a10 10 0 0 0 10 10h58a8 8 0 0 0 8-8V45a8 8 0 0 0-8-8h-63a5 5 0 0 1-5-5Z" />
        <circle cx="251" cy="57.500" r="3" />
      </g>
    </svg>
  )
}
