import type { Command, ServerText } from '../protocol';

export type ConnectionState = 'connecting' | 'open' | 'lost';

// The WebSocket to the program. Where it breaks it tries again, ever more slowly.
export class Connection {
  onText: ((message: ServerText) => void) | null = null;
  onBinary: ((message: ArrayBuffer) => void) | null = null;
  onState: ((state: ConnectionState, retryIn: number) => void) | null = null;
  private socket: WebSocket | null = null;
  private failures = 0;
  private timer = 0;

  constructor(private address: string) {}

  connect(): void {
    clearTimeout(this.timer);
    this.socket?.close();
    const socket = new WebSocket(this.address);
    this.socket = socket;
    socket.binaryType = 'arraybuffer';
    socket.onopen = () => {
      this.failures = 0;
      this.onState?.('open', 0);
    };
    socket.onmessage = ({ data }) => {
      if (typeof data === 'string') this.onText?.(JSON.parse(data) as ServerText);
      else this.onBinary?.(data as ArrayBuffer);
    };
    socket.onclose = () => {
      if (this.socket !== socket) return; // another has taken its place
      this.socket = null;
      const wait = retryDelay(this.failures++);
      this.onState?.('lost', wait);
      this.timer = window.setTimeout(() => this.connect(), 1000 * wait);
    };
  }

  send(command: Command): void {
    if (this.socket?.readyState === WebSocket.OPEN) this.socket.send(JSON.stringify(command));
  }
}

// Seconds before the next attempt, after so many that failed.
export const retryDelay = (failures: number): number => Math.min(10, 0.5 * 2 ** failures);
