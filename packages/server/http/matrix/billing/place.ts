import type { Scene, SignedIn } from '../scene.ts';

export interface Place {
  scene: Scene;
  subdomain: string;
  /** of a partner whose own things the route is about */
  session: SignedIn | null;
}
