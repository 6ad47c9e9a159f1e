/** Heroes, notes, rows, details, addresses, fields. */
export const piecesCss = `
.hero{display:flex;flex-direction:column;align-items:center;padding:8u 12u 14u;text-align:center}
.hero-mark{display:grid;place-items:center;width:64u;height:64u;margin-bottom:16u;border-radius:50%;background:var(--s1);color:var(--t1)}
.hero-mark[data-tone=accent]{background:var(--warn-soft);color:var(--warn-text)}
.hero-mark[data-tone=gain]{background:var(--gain-soft);color:var(--gain-text)}
.hero-mark[data-tone=loss]{background:var(--loss-soft);color:var(--loss-text)}
.hero-mark .icon,.hero-mark .spinner{width:28u;height:28u;stroke-width:1.6}
.hero-title{font-size:18u;font-weight:600;line-height:1.3;letter-spacing:-.014em;text-wrap:balance;overflow-wrap:anywhere}
.hero-text{margin-top:6u;font-size:15u;line-height:1.45;color:var(--t2);text-wrap:balance;overflow-wrap:anywhere}
.hero-text b{font-weight:600;color:var(--t1)}
.aside{padding:0 8u;text-align:center;font-size:14u;line-height:1.45;color:var(--t2);text-wrap:balance;overflow-wrap:anywhere}

.note{display:flex;align-items:flex-start;gap:10u;padding:12u 14u;border-radius:14r;background:var(--s1);font-size:14u;line-height:1.45;color:var(--t2)}
.note>.icon{width:18u;height:18u;margin-top:1u}
.note-text{display:flex;flex-direction:column;gap:4u;flex:1;min-width:0;overflow-wrap:anywhere}
.note strong{font-weight:600;color:var(--t1)}
.note>.text-button{align-self:center}
.note[data-tone=warn]{background:var(--warn-soft);color:var(--t1)}.note[data-tone=warn]>.icon{color:var(--warn-text)}
.note[data-tone=loss]{background:var(--loss-soft);color:var(--t1)}.note[data-tone=loss]>.icon{color:var(--loss-text)}
.note[data-tone=gain]{background:var(--gain-soft);color:var(--t1)}.note[data-tone=gain]>.icon{color:var(--gain-text)}

.list{display:flex;flex-direction:column;gap:8u}
.row{display:flex;align-items:center;gap:12u;width:100%;min-height:60u;padding:10u 14u 10u 12u;border:0;border-radius:16r;background:var(--s1);text-align:start;color:var(--t1);line-height:1.35;transition:background-color .12s}
button.row:focus-visible{outline-offset:-2px}
.row-mark{display:grid;place-items:center;flex:none;width:38u;height:38u;border-radius:11r;background:var(--s2);color:var(--t2)}
.row-mark[data-tone=gain]{background:var(--gain-soft);color:var(--gain-text)}
.row-mark[data-tone=loss]{background:var(--loss-soft);color:var(--loss-text)}
.row-text{display:flex;flex-direction:column;gap:1u;flex:1;min-width:0;overflow-wrap:anywhere}
.row-title{font-size:15.5u;font-weight:550;letter-spacing:-.008em}
.row-subtitle{font-size:13.5u;color:var(--t2);overflow-wrap:anywhere}
bdi.row-title,bdi.row-subtitle{align-self:flex-start}
.row>.icon{color:var(--t3);width:18u;height:18u}
[dir=rtl] .row>.icon,[dir=rtl] .mirrored{transform:scaleX(-1)}
.tag{display:inline-flex;align-items:center;gap:4u;min-height:24u;padding:3u 9u;border-radius:8r;background:var(--s2);color:var(--t2);font-size:12.5u;font-weight:600;line-height:1.2}
.tag .icon{width:13u;height:13u;stroke-width:2.4}
.tag[data-tone=warn]{background:var(--warn-soft);color:var(--warn-text)}
.tag[data-tone=loss]{background:var(--loss-soft);color:var(--loss-text)}
.tag[data-tone=gain]{background:var(--gain-soft);color:var(--gain-text)}

.address{display:inline-grid;grid-template-columns:repeat(5,auto);gap:1u .5em;font-variant-numeric:tabular-nums;letter-spacing:.02em;line-height:1.5;color:var(--t2)}
.address>span{white-space:nowrap}
.address [data-marked]{color:var(--t1);font-weight:600}
.details{display:flex;flex-direction:column;padding:3u 16u;border-radius:16r;background:var(--s1);font-size:14.5u}
.detail{display:flex;align-items:flex-start;justify-content:space-between;gap:16u;padding:10u 0}
.detail+.detail{border-top:1px solid var(--line)}
.detail dt{flex:none;max-width:45%;color:var(--t2);overflow-wrap:anywhere}
.detail dd{min-width:0;text-align:end;font-weight:500;overflow-wrap:anywhere}
.detail dd small{display:block;font-size:13u;font-weight:400;color:var(--t2)}
.detail[data-stacked]{flex-direction:column;gap:4u}
.detail[data-stacked] dt{max-width:none}
.detail[data-stacked] dd{display:flex;align-items:flex-start;justify-content:space-between;width:100%;gap:8u;text-align:start}

.skeleton{position:relative;display:block;overflow:hidden;background:var(--s2)}
.skeleton::after{content:"";position:absolute;inset:0;transform:translateX(-100%);background:linear-gradient(90deg,transparent,var(--glint),transparent);animation:glint 1.4s ease-in-out infinite}
@keyframes glint{to{transform:translateX(100%)}}
.skeleton[data-shape=line]{height:14u;margin:3u 0;border-radius:6r;width:58%}
.skeleton[data-shape=box]{height:64u;border-radius:16r}

.code{position:relative;display:grid;grid-template-columns:repeat(6,1fr);gap:8u;direction:ltr}
.code-box{display:grid;place-items:center;height:56u;border-radius:14r;background:var(--s1);box-shadow:inset 0 0 0 1px var(--line);font-size:24u;font-weight:600;font-variant-numeric:tabular-nums;transition:box-shadow .12s}
.code:focus-within .code-box[data-active]{box-shadow:inset 0 0 0 2px var(--accent-text)}
.code:focus-within .code-box[data-active]::after{content:"";width:2px;height:24u;border-radius:1px;background:var(--t2);animation:blink 1.1s steps(2,jump-none) infinite}
.code[data-wrong] .code-box{box-shadow:inset 0 0 0 1.5px var(--loss)}
.code[data-busy] .code-box{color:var(--t2)}
.code[data-shake]{animation:shake .5s cubic-bezier(.36,.07,.19,.97)}
.code input{position:absolute;inset:0;width:100%;height:100%;padding:0;border:0;outline:0;background:none;color:transparent;caret-color:transparent;opacity:1;font-size:16u;letter-spacing:1em}
.code input::selection{background:none}
@keyframes blink{from{opacity:1}to{opacity:0}}
.status-line{min-height:20u;text-align:center;font-size:14u;line-height:1.45;color:var(--t2);text-wrap:balance}
.status-line[data-tone=loss]{color:var(--loss-text)}
.big-number{padding:14u 0 10u;font-size:64u;font-weight:650;letter-spacing:.06em;line-height:1;text-align:center;font-variant-numeric:tabular-nums}
.points{display:flex;flex-direction:column;gap:16u;padding:4u 4u 8u}
.point{display:flex;gap:14u}
.point-mark{display:grid;place-items:center;flex:none;width:42u;height:42u;border-radius:13r;background:var(--warn-soft);color:var(--warn-text)}
.point-title{font-size:15.5u;font-weight:600;letter-spacing:-.01em}
.point-text{margin-top:1u;font-size:14u;line-height:1.45;color:var(--t2)}
@media(hover:hover){button.row:hover{background:var(--s2)}}
.qr{align-self:center;width:252u;max-width:100%;padding:20u;border-radius:22r;background:#fff;box-shadow:inset 0 0 0 1px #17140614}
.qr svg{display:block;width:100%;height:auto;fill:#17150f}`
