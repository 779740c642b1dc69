/* measure.c: what is read of the whole world: poses; energy, momentum, overlap, which are sums in
 * double, in id order. */
#include "activity/activity.h"
#include "data/body_access.h"
#include "data/contact_access.h"
#include "data/shape_access.h"
#include "data/world.h"
#include "wide/contact_block.h"

/* count of rotations on the way to becoming angles; they go in lanes of four. */
enum { AT_ONCE = 64, LANES = 4 };
typedef struct Turns {
    cn_Rot q[AT_ONCE] __attribute__((aligned(32)));
    double angle[AT_ONCE] __attribute__((aligned(32)));
} Turns;

static void give_angles(Turns *turns, cn_BodyPose *rows, int count) {
    for (int i = count; i % LANES != 0; i++) turns->q[i] = (cn_Rot){1, 0};
    cn_wide()->angles(turns->q, turns->angle, count);
    for (int i = 0; i < count; i++) rows[i].angle = turns->angle[i];
}

/* Rows of wanted bodies from *at on, without their angles. */
static int read_rows(const cn_World *w, int *at, uint32_t wanted, cn_BodyPose *rows, Turns *turns,
                     int capacity) {
    int n = 0, i = *at, count = w->bodies.count;
    for (; i < count && n < capacity; i++) {
        if ((w->body_flags[i] & wanted) != wanted || !cn_slots_live(&w->bodies, i)) continue;
        const cn_Pose *pose = &w->pose[i];
        rows[n].id = cn_body_id(w, i);
        rows[n].x = pose->x;
        rows[n].y = pose->y;
        turns->q[n++] = pose->q;
    }
    *at = i;
    return n;
}

int cn_world_poses(const cn_World *w, cn_BodyId previous, bool awake, cn_BodyPose *poses,
                   int capacity) {
    Turns turns;
    int n = 0, at = cn_slots_after(&w->bodies, previous.index);
    cn_activity_settle(w);
    while (at < w->bodies.count && n < capacity) {
        int room = capacity - n < AT_ONCE ? capacity - n : AT_ONCE;
        int read = read_rows(w, &at, awake ? CN_BODY_AWAKE : 0, poses + n, &turns, room);
        give_angles(&turns, poses + n, read);
        n += read;
    }
    return n;
}

bool cn_world_extent(const cn_World *w, double box[4]) {
    bool any = false;
    box[0] = box[1] = box[2] = box[3] = 0;
    for (int i = 1; i < w->shapes.count; i++) {
        double b[4];
        if (!cn_slots_live(&w->shapes, i) || w->shape[i].kind == CN_HALFSPACE) continue;
        if (!cn_shape_takes_part(w, i)) continue;
        cn_shape_bounds(w, cn_shape_id(w, i), b);
        for (int k = 0; k < 2; k++) {
            if (!any || b[k] < box[k]) box[k] = b[k];
            if (!any || b[k + 2] > box[k + 2]) box[k + 2] = b[k + 2];
        }
        any = true;
    }
    return any;
}

/* As read_rows, of moved events; a dead body's row is the ground's, without an id. */
static int read_moved(const cn_World *w, int first, cn_BodyPose *rows, Turns *turns, int capacity) {
    const cn_BodyId *moved = w->public_events.moved + first;
    int left = w->public_events.moved_count - first, count = left < capacity ? left : capacity;
    for (int n = 0; n < count; n++) {
        bool live = cn_body_live(w, moved[n]);
        const cn_Pose *pose = &w->pose[live ? moved[n].index : CN_GROUND];
        rows[n].id = live ? moved[n] : (cn_BodyId){0, 0};
        rows[n].x = pose->x;
        rows[n].y = pose->y;
        turns->q[n] = pose->q;
    }
    return count;
}

int cn_world_moved(const cn_World *w, int first, cn_BodyPose *poses, int capacity) {
    if (first < 0 || first >= w->public_events.moved_count) return 0;
    Turns turns;
    int n = read_moved(w, first, poses, &turns, capacity < AT_ONCE ? capacity : AT_ONCE);
    give_angles(&turns, poses, n);
    return n;
}

static bool counts(const cn_World *w, int i) {
    return cn_slots_live(&w->bodies, i) && w->cold[i].type == CN_DYNAMIC &&
           w->body_flags[i] & CN_BODY_ENABLED;
}

double cn_world_kinetic_energy(const cn_World *w) {
    double sum = 0;
    for (int i = 1; i < w->bodies.count; i++) {
        if (counts(w, i)) sum += cn_body_kinetic_energy(w, cn_body_id(w, i));
    }
    return sum;
}

double cn_world_potential_energy(const cn_World *w) {
    double sum = 0;
    for (int i = 1; i < w->bodies.count; i++) {
        if (!counts(w, i)) continue;
        cn_Pos c = cn_pose_center(&w->pose[i]);
        double work = w->def.gravity_x * c.x + w->def.gravity_y * c.y;
        sum -= w->cold[i].mass * (double)cn_body_tuning(w, i)->gravity_scale * work;
    }
    return sum;
}

void cn_world_momentum(const cn_World *w, double *px, double *py, double *l) {
    *px = *py = *l = 0;
    for (int i = 1; i < w->bodies.count; i++) {
        if (!counts(w, i)) continue;
        cn_Pos c = cn_pose_center(&w->pose[i]);
        double m = w->cold[i].mass, vx = w->motion[i].vx, vy = w->motion[i].vy;
        *px += m * vx;
        *py += m * vy;
        *l += m * (c.x * vy - c.y * vx) + w->cold[i].inertia * (double)w->motion[i].w;
    }
}

double cn_world_max_penetration(const cn_World *w) {
    float deepest = 0;
    for (int i = 0; i < w->contacts.count; i++) {
        if (!cn_slots_live(&w->contacts, i) || !cn_contact_solid(&w->contact[i])) continue;
        for (int k = 0; k < w->contact[i].count; k++)
            deepest = cn_minf(deepest, w->contact[i].separation[k]);
    }
    return deepest < 0 ? (double)-deepest : 0; /* no -0 */
}
